import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Fixture, organization, plainRequest } from "./fixture";

describe("Azure DevOps emulator: state", () => {
  it("has everything again after a restart", async () => {
    const fixture = await Fixture.open();
    const taskAgent = await (await fixture.webApi()).getTaskAgentApi();
    const pool = Number((await taskAgent.addAgentPool({ name: "kept" })).id);
    await taskAgent.addAgentQueue({ pool: { id: pool } }, fixture.projectId, true);
    const agent = Number((await taskAgent.addAgent({ name: "kept" }, pool)).id);
    await taskAgent.createAgentSession({ ownerName: "kept", agent: { id: agent, name: "kept" } }, pool);
    await fixture.administer("POST", "pools/kept/jobs", { count: 2 });
    const before = await fixture.administer("GET", "summary");

    await fixture.restart();

    assert.deepEqual(await fixture.administer("GET", "summary"), before);
    await fixture.close();
  });

  it("gives no id twice, also over a restart", async () => {
    const fixture = await Fixture.open();
    const newPool = async () =>
      (await fixture.request("POST", "_apis/distributedtask/pools", { name: "p" })).body["id"];
    const first = await newPool();
    await fixture.request("DELETE", `_apis/distributedtask/pools/${String(first)}`);

    await fixture.restart();

    assert.notEqual(await newPool(), first);
    await fixture.close();
  });

  it("does not hold a personal access token in clear", async () => {
    const fixture = await Fixture.open();
    const { token } = await fixture.administer("POST", "personalAccessTokens");

    const files = readdirSync(fixture.folder, { recursive: true, encoding: "utf8" });

    assert.ok(files.length > 0);
    assert.deepEqual(
      files.filter((file) => readFileSync(join(fixture.folder, file), "utf8").includes(String(token))),
      [],
    );
    await fixture.close();
  });

  it("seeds organization and project again without changing them", async () => {
    const fixture = await Fixture.open();

    const again = await fixture.administer("PUT", "projects/Web%20Shop");

    assert.equal(again["id"], fixture.projectId);
    await fixture.close();
  });

  it("ends a listener's open request when it closes", async () => {
    const fixture = await Fixture.open();
    await fixture.request("POST", "_apis/distributedtask/pools", { name: "p" });
    await fixture.request("POST", "_apis/distributedtask/pools/1/agents", { name: "a" });
    const { body } = await fixture.request("POST", "_apis/distributedtask/pools/1/sessions", { agent: { id: 1 } });
    const url = `${fixture.emulator.url}/${organization}/_apis/distributedtask/pools/1/messages?sessionId=${String(body["sessionId"])}`;
    const authorization = `Bearer ${await fixture.token()}`;

    const open = plainRequest(url, "GET", undefined, { authorization }).then(
      ({ status }) => status,
      () => "closed",
    );
    await fixture.close();

    assert.ok([202, "closed"].includes(await open));
  });
});
