import assert from "node:assert/strict";
import { ServiceCallError, type AgentService, type ServiceFailure } from "../../../images/supervisor/agentService";
import { createAgentService } from "../../../images/supervisor/azureDevOps/createAgentService";
import { createLog } from "../../../images/supervisor/log";
import { SupervisorError } from "../../../images/supervisor/supervisorError";
import type { Fault } from "../../../sandbox/faults";
import { Fixture, record } from "../../sandbox/azuredevops/fixture";
import { JumpingClock } from "./jumpingClock";

describe("supervisor at Azure DevOps", () => {
  let fixture: Fixture;
  let service: AgentService;
  let pool: { id: number; name: string };
  const lines: string[] = [];
  before(async () => {
    fixture = await Fixture.open();
    await fixture.request("POST", "_apis/distributedtask/pools", { name: "UI Automation" });
    await fixture.request("POST", "_apis/distributedtask/pools", { name: "UI Automation 2" });
    service = serviceWith(await newToken());
    pool = await service.findPool("UI Automation");
  });
  afterEach(() => fixture.emulator.faults.clear());
  after(() => fixture.close());

  const newToken = async (body: Record<string, unknown> = {}) =>
    String((await fixture.administer("POST", "personalAccessTokens", body))["token"]);
  const serviceWith = (token: string, url = fixture.organizationUrl) =>
    createAgentService(
      { url, credential: { kind: "token", token } },
      new JumpingClock(),
      createLog("text", (line) => lines.push(line)),
    );
  const register = async (name: string, body: Record<string, unknown> = {}) =>
    Number(
      (await fixture.request("POST", `_apis/distributedtask/pools/${pool.id}/agents`, { name, ...body })).body["id"],
    );
  const giveJob = async (agent: string) => {
    const jobs = await fixture.administer("POST", "pools/UI%20Automation/jobs", { name: "Build" });
    const requestId = Number(record((jobs["value"] as unknown[])[0])["requestId"]);
    await fixture.administer("POST", `pools/UI%20Automation/jobs/${requestId}/assign`, { agent });
    return requestId;
  };
  const finish = (requestId: number) =>
    fixture.administer("POST", `pools/UI%20Automation/jobs/${requestId}/finish`, {});

  describe("pool", () => {
    it("F94: is found by its whole name, without case", async () => {
      assert.deepEqual(await service.findPool("ui automation"), pool);
      assert.equal(pool.name, "UI Automation");
    });

    for (const name of ["UI", "UI Autom*", "Bob's & Größe"]) {
      it(`F94: is not taken for another: ${name}`, async () => {
        await assert.rejects(service.findPool(name), (error: unknown) => {
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

      const agent = await service.findAgent(pool, "pod-1");

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
      assert.equal((await service.readAgent(pool, id))?.assignedRequest, undefined);
    });

    it("is undefined when there is none, by name and by number", async () => {
      assert.equal(await service.findAgent(pool, "nobody"), undefined);
      assert.equal(await service.readAgent(pool, 4711), undefined);
    });

    it("F104: is not taken for gone when its pool is not shown", async () => {
      await assert.rejects(service.readAgent({ id: 4711, name: "gone" }, 1), failed("unexpected"));
    });

    it("is not taken for gone by a page that somebody else answers with", async () => {
      const id = await register("behind-a-portal");
      answer({ status: 404, headers: { "content-type": "text/html" }, body: "<html><title>Blocked</title></html>" });

      await assert.rejects(service.readAgent(pool, id), failed("unexpected", /status 404: Blocked/));
    });

    it("is taken out of service and into it", async () => {
      const id = await register("switched");
      const agent = await service.findAgent(pool, "switched");
      assert.ok(agent);

      await service.setEnabled(pool, agent, false);
      const out = (await service.readAgent(pool, id))?.enabled;
      await service.setEnabled(pool, agent, true);

      assert.deepEqual([out, (await service.readAgent(pool, id))?.enabled], [false, true]);
    });

    it("is removed; removing it again is no failure", async () => {
      const id = await register("leaving");

      await service.deleteAgent(pool, id);
      await service.deleteAgent(pool, id);

      assert.equal(await service.readAgent(pool, id), undefined);
    });

    it("F09: is not removed while it has a job, which is worth another try", async () => {
      const id = await register("busy");
      const requestId = await giveJob("busy");

      await assert.rejects(service.deleteAgent(pool, id), (error: unknown) => {
        failed("busy", /Agent "busy" is running a job for pool "UI Automation"/)(error);
        assert.equal(error instanceof ServiceCallError && error.passes, true);
        return true;
      });
      await finish(requestId);
      await service.deleteAgent(pool, id);
    });

    it("is listed with all capabilities, and with the time since when it is as it is", async () => {
      await register("listed", { systemCapabilities: { "Agent.OS": "Windows_NT" }, userCapabilities: { mine: "1" } });

      const agent = (await service.listAgents(pool)).find(({ name }) => name === "listed");

      assert.deepEqual(agent?.capabilities, { "Agent.OS": "Windows_NT", mine: "1" });
      const created = await fixture.request("GET", `_apis/distributedtask/pools/${pool.id}/agents/${agent?.id}`);
      assert.equal(agent?.statusChangedAt, Date.parse(String(created.body["createdOn"])));
    });
  });

  describe("token", () => {
    it("F27: a token that is none is refused, and what to check is said", async () => {
      await assert.rejects(serviceWith("none").findPool("UI Automation"), (error: unknown) => {
        failed("refused", /does not accept the token \(status 401/)(error);
        assert.match(error instanceof ServiceCallError ? error.remedies.join() : "", /Agent Pools \(read, manage\)/);
        return true;
      });
    });

    it("F26: a token that has expired is told apart", async () => {
      const token = await newToken({ validTo: "2020-01-01T00:00:00Z" });

      await assert.rejects(
        serviceWith(token).findPool("UI Automation"),
        failed("expired", /The Personal Access Token used has expired\./),
      );
    });

    it("F27: a token that only reads is refused when something is to be changed", async () => {
      const reader = serviceWith(await newToken({ scopes: ["vso.agentpools"] }));

      assert.deepEqual(await reader.findPool("UI Automation"), pool);
      await assert.rejects(reader.deleteAgent(pool, 1), failed("refused"));
    });

    it("F27: an identity without the role at the pool is forbidden to change it", async () => {
      const principal = fixture.directory.createPrincipal("weak");
      await fixture.request("POST", "_apis/serviceprincipalentitlements", {
        accessLevel: { accountLicenseType: "express", licensingSource: "account" },
        servicePrincipal: { origin: "aad", originId: principal.objectId, subjectKind: "servicePrincipal" },
      });
      const id = await register("guarded");

      await assert.rejects(
        serviceWith(await fixture.token(principal)).deleteAgent(pool, id),
        failed("forbidden", /weak needs Manage permissions for pool UI Automation/),
      );
    });

    it("F135: an organization with a typo is not understood, and AZP_URL is named", async () => {
      const wrong = serviceWith(await newToken(), `${fixture.emulator.url}/contso`);

      await assert.rejects(wrong.findPool("UI Automation"), (error: unknown) => {
        failed("unexpected", /status 404: Azure DevOps Services \| 404 - Page not found/)(error);
        assert.match(error instanceof ServiceCallError ? error.remedies.join() : "", /AZP_URL/);
        return true;
      });
    });

    it("is the registration token", async () => {
      const token = await newToken();

      assert.equal(await serviceWith(token).registrationToken(), token);
    });

    it("F27: never gets into the log, nor does what it travels as", async () => {
      const token = await newToken();
      const log = createLog("text", (line) => lines.push(line));
      await createAgentService(
        { url: fixture.organizationUrl, credential: { kind: "token", token } },
        new JumpingClock(),
        log,
      ).listAgents(pool);

      log.info("test", `${token} ${Buffer.from(`:${token}`).toString("base64")}`);

      assert.match(lines.at(-1) ?? "", /test +\*\*\* \*\*\*=*$/);
    });
  });

  it("keeps the password of a proxy out of the log", () => {
    const log = createLog("text", (line) => lines.push(line));
    const credential = { kind: "token", token: "none" } as const;
    createAgentService(
      { url: fixture.organizationUrl, credential, proxyUrl: "http://me:p%40ss@127.0.0.1:3128/" },
      new JumpingClock(),
      log,
    );

    log.info("test", "p@ss p%40ss");

    assert.match(lines.at(-1) ?? "", /test +\*\*\* \*\*\*$/);
  });

  describe("answers", () => {
    const page = { "content-type": "text/html; charset=utf-8" };
    const signIn = "<!DOCTYPE html><html><head><title>Azure DevOps Services | Sign In</title></head></html>";
    const answers: readonly [string, Answer, ServiceFailure, RegExp][] = [
      ["F27: 203 with a page to sign in", { status: 203, headers: page, body: signIn }, "refused", /Sign In/],
      ["F27: 200 with a page to sign in", { status: 200, headers: page, body: signIn }, "refused", /status 200/],
      [
        "F27: a redirect",
        { status: 302, headers: { location: "https://spsprodeus1.vssps.visualstudio.com/" } },
        "refused",
        /status 302/,
      ],
      [
        "F26: 401 that says the token has expired",
        { status: 401, body: { message: "TF400813: Token has expired" } },
        "expired",
        /TF400813/,
      ],
      [
        "401 in JSON",
        { status: 401, body: { message: "VS30063: You are not authorized to access https://dev.azure.com." } },
        "refused",
        /VS30063/,
      ],
      ["403", { status: 403, body: { message: "Access denied." } }, "forbidden", /Access denied/],
      ["429", { status: 429, headers: { "retry-after": "17" } }, "throttled", /fewer requests/],
      ["500", { status: 500, body: { message: "TF400898" } }, "unavailable", /TF400898/],
      ["503", { status: 503 }, "unavailable", /not available/],
      ["400", { status: 400, body: { message: "VS403000: no" } }, "unexpected", /VS403000/],
      ["200 with something else", { status: 200, body: "[{" }, "unexpected", /status 200/],
      ["200 with JSON that is no list", { status: 200, body: { value: "x" } }, "unexpected", /not understood/],
    ];
    for (const [what, given, failure, message] of answers) {
      it(`${what} is ${failure}`, async () => {
        answer(given);

        await assert.rejects(service.findPool("UI Automation"), failed(failure, message));
      });
    }

    it("keeps what Retry-After asks for", async () => {
      answer({ status: 429, headers: { "retry-after": "17" } });

      await assert.rejects(
        service.findPool("UI Automation"),
        (error: unknown) => error instanceof ServiceCallError && error.retryAfterSeconds === 17,
      );
    });

    it("F128: a host that is not there is a network failure", async () => {
      const nowhere = serviceWith("token", "https://dev.azure.invalid/contoso");

      await assert.rejects(nowhere.findPool("x"), failed("network", /dev\.azure\.invalid does not answer/));
    });
  });

  type Answer = Omit<Extract<Fault["effect"], { kind: "answer" }>, "kind">;

  function answer(given: Answer): void {
    fixture.emulator.faults.add({ path: "/_apis/distributedtask/", effect: { kind: "answer", ...given } });
  }
});

function failed(failure: ServiceFailure, message = /./) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ServiceCallError, String(error));
    assert.equal(error.failure, failure);
    assert.match(error.message, message);
    return true;
  };
}
