import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Fixture, organization, plainRequest } from "./fixture";

describe("Azure DevOps emulator: state", () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await Fixture.open();
  });
  afterEach(() => fixture.close());

  it("has everything again after a restart", async () => {
    const taskAgent = await (await fixture.webApi()).getTaskAgentApi();
    const pool = Number((await taskAgent.addAgentPool({ name: "kept" })).id);
    await taskAgent.addAgentQueue({ pool: { id: pool } }, fixture.projectId, true);
    const agent = Number((await taskAgent.addAgent({ name: "kept" }, pool)).id);
    await taskAgent.createAgentSession({ ownerName: "kept", agent: { id: agent, name: "kept" } }, pool);
    await fixture.administer("POST", "pools/kept/jobs", { count: 2 });
    const before = await fixture.administer("GET", "summary");

    await fixture.restart();

    assert.deepEqual(await fixture.administer("GET", "summary"), before);
  });

  it("gives no id twice, also over a restart", async () => {
    const newPool = async () =>
      (await fixture.request("POST", "_apis/distributedtask/pools", { name: "p" })).body["id"];
    const first = await newPool();
    await fixture.request("DELETE", `_apis/distributedtask/pools/${String(first)}`);

    await fixture.restart();

    assert.notEqual(await newPool(), first);
  });

  it("does not hold a personal access token in clear", async () => {
    const { token } = await fixture.administer("POST", "personalAccessTokens");

    const files = readdirSync(fixture.folder, { recursive: true, encoding: "utf8" });

    assert.ok(files.length > 0);
    assert.deepEqual(
      files.filter((file) => readFileSync(join(fixture.folder, file), "utf8").includes(String(token))),
      [],
    );
  });

  it("seeds organization and project again without changing them", async () => {
    const again = await fixture.administer("PUT", "projects/Web%20Shop");

    assert.equal(again["id"], fixture.projectId);
  });

  it("ends a listener's open request when it closes", async () => {
    await fixture.request("POST", "_apis/distributedtask/pools", { name: "p" });
    await fixture.request("POST", "_apis/distributedtask/pools/1/agents", { name: "a" });
    const { body } = await fixture.request("POST", "_apis/distributedtask/pools/1/sessions", { agent: { id: 1 } });
    const url = `${fixture.emulator.url}/${organization}/_apis/distributedtask/pools/1/messages?sessionId=${String(body["sessionId"])}`;
    const authorization = `Bearer ${await fixture.token()}`;

    const open = plainRequest(url, "GET", undefined, { authorization }).then(
      ({ status }) => status,
      () => "closed",
    );
    await fixture.emulator.close();

    assert.ok([202, "closed"].includes(await open));
  });
});
