import assert from "node:assert/strict";
import { ServiceCallError } from "../../../images/supervisor/agentService";
import { createAgentService } from "../../../images/supervisor/azureDevOps/createAgentService";
import { createLog } from "../../../images/supervisor/log";
import { SupervisorError } from "../../../images/supervisor/supervisorError";
import { record } from "../../sandbox/azuredevops/fixture";
import { JumpingClock } from "./jumpingClock";
import { atAzureDevOps } from "./support/atAzureDevOps";
import { failed } from "./support/failed";

describe("supervisor at Azure DevOps", () => {
  const devOps = atAzureDevOps();
  const register = async (name: string, body: Record<string, unknown> = {}) =>
    Number(
      (await devOps.fixture.request("POST", `_apis/distributedtask/pools/${devOps.pool.id}/agents`, { name, ...body }))
        .body["id"],
    );
  const giveJob = async (agent: string) => {
    const jobs = await devOps.fixture.administer("POST", "pools/UI%20Automation/jobs", { name: "Build" });
    const requestId = Number(record((jobs["value"] as unknown[])[0])["requestId"]);
    await devOps.fixture.administer("POST", `pools/UI%20Automation/jobs/${requestId}/assign`, { agent });
    return requestId;
  };
  const finish = (requestId: number) =>
    devOps.fixture.administer("POST", `pools/UI%20Automation/jobs/${requestId}/finish`, {});

  describe("pool", () => {
    it("F94: is found by its whole name, without case", async () => {
      assert.deepEqual(await devOps.service.findPool("ui automation"), devOps.pool);
      assert.equal(devOps.pool.name, "UI Automation");
    });

    for (const name of ["UI", "UI Autom*", "Bob's & Größe"]) {
      it(`F94: is not taken for another: ${name}`, async () => {
        await assert.rejects(devOps.service.findPool(name), (error: unknown) => {
          assert.ok(error instanceof SupervisorError);
          assert.equal(error.reason, "poolUnavailable");
          assert.ok(error.message.includes(`"${name}"`));
          assert.match(error.remedies.join(), /Administrator of the pool.*Agent Pools \(read, manage\)/);
          return true;
        });
      });
    }
  });

  describe("agent", () => {
    it("is found by its name without case, with state and job", async () => {
      const id = await register("Pod-1", { systemCapabilities: { "Agent.OS": "Linux" } });
      const requestId = await giveJob("Pod-1");

      const agent = await devOps.service.findAgent(devOps.pool, "pod-1");

      assert.deepEqual(
        {
          id: agent?.id,
          name: agent?.name,
          enabled: agent?.enabled,
          online: agent?.online,
          job: agent?.assignedRequest,
        },
        { id, name: "Pod-1", enabled: true, online: false, job: { requestId, jobName: "Build" } },
      );
      await finish(requestId);
      assert.equal((await devOps.service.readAgent(devOps.pool, id))?.assignedRequest, undefined);
    });

    it("is undefined when there is none, by name and by number", async () => {
      assert.equal(await devOps.service.findAgent(devOps.pool, "nobody"), undefined);
      assert.equal(await devOps.service.readAgent(devOps.pool, 4711), undefined);
    });

    it("F104: is not taken for gone when its pool is not shown", async () => {
      await assert.rejects(devOps.service.readAgent({ id: 4711, name: "gone" }, 1), failed("unexpected"));
    });

    it("is not taken for gone by a page that somebody else answers with", async () => {
      const id = await register("behind-a-portal");
      devOps.answer({
        status: 404,
        headers: { "content-type": "text/html" },
        body: "<html><title>Blocked</title></html>",
      });

      await assert.rejects(devOps.service.readAgent(devOps.pool, id), failed("unexpected", /status 404: Blocked/));
    });

    it("is taken out of service and into it", async () => {
      const id = await register("switched");
      const agent = await devOps.service.findAgent(devOps.pool, "switched");
      assert.ok(agent);

      await devOps.service.setEnabled(devOps.pool, agent, false);
      const out = (await devOps.service.readAgent(devOps.pool, id))?.enabled;
      await devOps.service.setEnabled(devOps.pool, agent, true);

      assert.deepEqual([out, (await devOps.service.readAgent(devOps.pool, id))?.enabled], [false, true]);
    });

    it("is removed; removing it again is no failure", async () => {
      const id = await register("leaving");

      await devOps.service.deleteAgent(devOps.pool, id);
      await devOps.service.deleteAgent(devOps.pool, id);

      assert.equal(await devOps.service.readAgent(devOps.pool, id), undefined);
    });

    it("F09: is not removed while it has a job, which is worth another try", async () => {
      const id = await register("busy");
      const requestId = await giveJob("busy");

      await assert.rejects(devOps.service.deleteAgent(devOps.pool, id), (error: unknown) => {
        failed("busy", /Agent "busy" is running a job for pool "UI Automation"/)(error);
        assert.equal(error instanceof ServiceCallError && error.passes, true);
        return true;
      });
      await finish(requestId);
      await devOps.service.deleteAgent(devOps.pool, id);
    });

    it("is listed with all capabilities, and with the time since when it is as it is", async () => {
      await register("listed", { systemCapabilities: { "Agent.OS": "Windows_NT" }, userCapabilities: { mine: "1" } });

      const agent = (await devOps.service.listAgents(devOps.pool)).find(({ name }) => name === "listed");

      assert.deepEqual(agent?.capabilities, { "Agent.OS": "Windows_NT", mine: "1" });
      const created = await devOps.fixture.request(
        "GET",
        `_apis/distributedtask/pools/${devOps.pool.id}/agents/${agent?.id}`,
      );
      assert.equal(agent?.statusChangedAt, Date.parse(String(created.body["createdOn"])));
    });
  });

  describe("token", () => {
    it("F27: a token that is none is refused, and what to check is said", async () => {
      await assert.rejects(devOps.serviceWith("none").findPool("UI Automation"), (error: unknown) => {
        failed("refused", /does not accept the token \(status 401/)(error);
        assert.match(error instanceof ServiceCallError ? error.remedies.join() : "", /Agent Pools \(read, manage\)/);
        return true;
      });
    });

    it("F26: a token that has expired is told apart", async () => {
      const token = await devOps.newToken({ validTo: "2020-01-01T00:00:00Z" });

      await assert.rejects(
        devOps.serviceWith(token).findPool("UI Automation"),
        failed("expired", /The Personal Access Token used has expired\./),
      );
    });

    it("F27: a token that only reads is refused when something is to be changed", async () => {
      const reader = devOps.serviceWith(await devOps.newToken({ scopes: ["vso.agentpools"] }));

      assert.deepEqual(await reader.findPool("UI Automation"), devOps.pool);
      await assert.rejects(reader.deleteAgent(devOps.pool, 1), failed("refused"));
    });

    it("F27: an identity without the role at the pool is forbidden to change it", async () => {
      const principal = devOps.fixture.directory.createPrincipal("weak");
      await devOps.fixture.request("POST", "_apis/serviceprincipalentitlements", {
        accessLevel: { accountLicenseType: "express", licensingSource: "account" },
        servicePrincipal: { origin: "aad", originId: principal.objectId, subjectKind: "servicePrincipal" },
      });
      const id = await register("guarded");

      await assert.rejects(
        devOps.serviceWith(await devOps.fixture.token(principal)).deleteAgent(devOps.pool, id),
        failed("forbidden", /weak needs Manage permissions for pool UI Automation/),
      );
    });

    it("F135: an organization with a typo is not understood, and AZP_URL is named", async () => {
      const wrong = devOps.serviceWith(await devOps.newToken(), `${devOps.fixture.emulator.url}/contso`);

      await assert.rejects(wrong.findPool("UI Automation"), (error: unknown) => {
        failed("unexpected", /status 404: Azure DevOps Services \| 404 - Page not found/)(error);
        assert.match(error instanceof ServiceCallError ? error.remedies.join() : "", /AZP_URL/);
        return true;
      });
    });

    it("is the registration token", async () => {
      const token = await devOps.newToken();

      assert.equal(await devOps.serviceWith(token).registrationToken(), token);
    });

    it("F27: never gets into the log, nor does what it travels as", async () => {
      const token = await devOps.newToken();
      const log = createLog("text", (line) => devOps.lines.push(line));
      await createAgentService(
        { url: devOps.fixture.organizationUrl, credential: { kind: "token", token } },
        new JumpingClock(),
        log,
      ).listAgents(devOps.pool);

      log.info("test", `${token} ${Buffer.from(`:${token}`).toString("base64")}`);

      assert.match(devOps.lines.at(-1) ?? "", /test +\*\*\* \*\*\*=*$/);
    });
  });

  it("keeps the password of a proxy out of the log", () => {
    const log = createLog("text", (line) => devOps.lines.push(line));
    const credential = { kind: "token", token: "none" } as const;
    createAgentService(
      { url: devOps.fixture.organizationUrl, credential, proxyUrl: "http://me:p%40ss@127.0.0.1:3128/" },
      new JumpingClock(),
      log,
    );

    log.info("test", "p@ss p%40ss");

    assert.match(devOps.lines.at(-1) ?? "", /test +\*\*\* \*\*\*$/);
  });
});
