import assert from "node:assert/strict";
import { unknownValue } from "../../../sandbox/engine/provider/properties";
import { ProviderFixture } from "./providerFixture";

describe("Azure DevOps provider: pool", () => {
  let driver: ProviderFixture;
  before(async () => {
    driver = await ProviderFixture.open();
  });
  after(() => driver.fixture.close());

  it("fills in the official provider's defaults", async () => {
    const { inputs } = await driver.check("Pool", { name: "defaults" });

    assert.deepEqual([inputs["poolType"], inputs["autoProvision"], inputs["autoUpdate"]], ["automation", false, true]);
  });

  it("makes a name up when there is none, the same in preview and update, and keeps it", async () => {
    const first = await driver.check("Pool", {});
    const again = await driver.check("Pool", {});
    const otherSeed = await driver.check("Pool", {}, {}, "another seed");
    const kept = await driver.check("Pool", {}, first.inputs, "yet another seed");

    assert.match(String(first.inputs["name"]), /^it-[0-9a-f]{7}$/);
    assert.equal(again.inputs["name"], first.inputs["name"]);
    assert.notEqual(otherSeed.inputs["name"], first.inputs["name"]);
    assert.equal(kept.inputs["name"], first.inputs["name"]);
  });

  it("switches automatic update off in a second step", async () => {
    const pool = await driver.create("Pool", { name: "fixed-agent", autoUpdate: false });

    const taskAgent = await (await driver.fixture.webApi()).getTaskAgentApi();
    assert.equal((await taskAgent.getAgentPool(Number(pool.id))).autoUpdate, false);
    assert.equal(pool.state["autoUpdate"], false);
  });

  it("F61: reports a taken name with the service's text", async () => {
    await driver.create("Pool", { name: "taken" });

    await assert.rejects(
      driver.create("Pool", { name: "taken" }),
      /^Error: creating agent pool in Azure DevOps: Agent pool taken already exists\.$/,
    );
  });

  it("refuses a pool type that there is not", async () => {
    const { failures } = await driver.check("Pool", { name: "p", poolType: "elastic" });

    assert.deepEqual(
      failures.map(({ property }) => property),
      ["poolType"],
    );
  });

  it("updates a name in place, and replaces for a pool type, the old one first because its name is given", async () => {
    const pool = await driver.create("Pool", { name: "changing" });

    const renamed = await driver.diff("Pool", pool, { name: "changed" });
    const retyped = await driver.diff("Pool", pool, { name: "changing", poolType: "deployment" });

    assert.deepEqual(renamed, {
      changes: [{ path: "name", kind: "update", replaces: false }],
      deleteBeforeReplace: false,
    });
    assert.deepEqual(retyped, {
      changes: [{ path: "poolType", kind: "update", replaces: true }],
      deleteBeforeReplace: true,
    });
  });

  it("has nothing to change for the same inputs", async () => {
    const pool = await driver.create("Pool", { name: "steady", autoUpdate: false });

    assert.deepEqual((await driver.diff("Pool", pool, { name: "steady", autoUpdate: false })).changes, []);
  });

  it("keeps outputs known in the preview of an update", async () => {
    const pool = await driver.create("Pool", { name: "previewed" });

    const { state } = await driver.update("Pool", pool, { name: "previewed-2" }, true);

    assert.deepEqual(state, { name: "previewed-2", poolType: "automation", autoProvision: false, autoUpdate: true });
  });

  it("sees after a refresh what somebody else has changed, and changes it back", async () => {
    const pool = await driver.create("Pool", { name: "drifting", autoUpdate: false });
    const taskAgent = await (await driver.fixture.webApi()).getTaskAgentApi();
    await taskAgent.updateAgentPool({ autoUpdate: true }, Number(pool.id));

    const live = await driver.read("Pool", pool);
    assert.ok(live);
    const { changes } = await driver.diff("Pool", live, { name: "drifting", autoUpdate: false });
    const { state } = await driver.update("Pool", live, { name: "drifting", autoUpdate: false });

    assert.deepEqual(changes, [{ path: "autoUpdate", kind: "update", replaces: false }]);
    assert.equal(state["autoUpdate"], false);
  });

  it("is gone for a refresh after somebody deleted it", async () => {
    const pool = await driver.create("Pool", { name: "vanishing" });
    const taskAgent = await (await driver.fixture.webApi()).getTaskAgentApi();
    await taskAgent.deleteAgentPool(Number(pool.id));

    assert.equal(await driver.read("Pool", pool), undefined);
  });

  it("is imported by its id, ready for the same inputs without a change", async () => {
    const { id } = await driver.create("Pool", { name: "imported" });

    const imported = await driver.import("Pool", id);

    assert.ok(imported);
    assert.equal(imported.inputs["name"], "imported");
    assert.deepEqual((await driver.diff("Pool", imported, { name: "imported" })).changes, []);
  });
});

describe("Azure DevOps provider: queue", () => {
  let driver: ProviderFixture;
  let projectId: string;
  before(async () => {
    driver = await ProviderFixture.open();
    projectId = driver.fixture.projectId;
  });
  after(() => driver.fixture.close());

  it("takes the pool by id or by name, not by both", async () => {
    const { failures } = await driver.check("Queue", { projectId, agentPoolId: 1, name: "both" });

    assert.deepEqual(failures.map(({ property }) => property).sort(), ["agentPoolId", "name"]);
  });

  it("is named after the resource when neither is given", async () => {
    const { inputs, failures } = await driver.check("Queue", { projectId });

    assert.deepEqual(failures, []);
    assert.match(String(inputs["name"]), /^it-[0-9a-f]{7}$/);
  });

  it("wants a project, by its id", async () => {
    const missing = await driver.check("Queue", { name: "q" });
    const byName = await driver.check("Queue", { name: "q", projectId: "Web Shop" });

    assert.deepEqual(
      [missing, byName].flatMap(({ failures }) => failures.map(({ property }) => property)),
      ["projectId", "projectId"],
    );
  });

  it("does not judge what is not known yet", async () => {
    const { failures } = await driver.check("Queue", { projectId: unknownValue, agentPoolId: unknownValue });

    assert.deepEqual(failures, []);
  });

  it("has an unknown name in the preview of its creation", async () => {
    const { inputs } = await driver.check("Queue", { projectId, agentPoolId: unknownValue });

    const created = await driver.type("Queue").create({
      urn: "urn:pulumi:s::p::azuredevops:index/queue:Queue::q",
      name: "q",
      inputs,
      preview: true,
      timeoutSeconds: 0,
    });

    assert.deepEqual(created.state, { projectId, agentPoolId: unknownValue, name: unknownValue });
  });

  it("has the pool's name and a number for its id", async () => {
    const pool = await driver.create("Pool", { name: "named-by-pool" });

    const queue = await driver.create("Queue", { projectId, agentPoolId: Number(pool.id) });

    assert.deepEqual(queue.state, { projectId, agentPoolId: Number(pool.id), name: "named-by-pool" });
    assert.deepEqual((await driver.diff("Queue", queue, { projectId, agentPoolId: Number(pool.id) })).changes, []);
  });

  it("makes the pool on the fly for a name", async () => {
    const queue = await driver.create("Queue", { projectId, name: "on-the-fly" });

    const pool = await driver.provider.invoke("azuredevops:index/getPool:getPool", { name: "on-the-fly" });
    assert.equal(String(queue.state["agentPoolId"]), pool["id"]);
  });

  it("is replaced for every change", async () => {
    const pool = await driver.create("Pool", { name: "first-pool" });
    const queue = await driver.create("Queue", { projectId, agentPoolId: Number(pool.id) });

    const { changes } = await driver.diff("Queue", queue, { projectId, agentPoolId: 4711 });

    assert.deepEqual(changes, [{ path: "agentPoolId", kind: "update", replaces: true }]);
  });

  it("F31: names the pool that is not there", async () => {
    await assert.rejects(
      driver.create("Queue", { projectId, agentPoolId: 546 }),
      /looking up referenced agent pool: No agent pool found with identifier 546\./,
    );
  });

  it("is imported by project name and id", async () => {
    const pool = await driver.create("Pool", { name: "to-import" });
    const queue = await driver.create("Queue", { projectId, agentPoolId: Number(pool.id) });

    const imported = await driver.import("Queue", `Web Shop/${queue.id}`);

    assert.deepEqual([imported?.id, imported?.state], [queue.id, queue.state]);
  });
});

describe("Azure DevOps provider: configuration and functions", () => {
  let driver: ProviderFixture;
  before(async () => {
    driver = await ProviderFixture.open();
  });
  after(() => driver.fixture.close());

  it("finds a project by name and by id", async () => {
    const token = "azuredevops:index/getProject:getProject";

    const byName = await driver.provider.invoke(token, { name: "Web Shop" });
    const byId = await driver.provider.invoke(token, { projectId: driver.fixture.projectId });

    assert.equal(byName["id"], driver.fixture.projectId);
    assert.deepEqual(byId, byName);
  });

  it("says which project does not exist", async () => {
    await assert.rejects(
      driver.provider.invoke("azuredevops:index/getProject:getProject", { name: "nowhere" }),
      /Project with name nowhere or ID {2}does not exist/,
    );
  });

  it("finds a queue by name", async () => {
    const queue = await driver.create("Queue", { projectId: driver.fixture.projectId, name: "lookup" });

    const found = await driver.provider.invoke("azuredevops:index/getAgentQueue:getAgentQueue", {
      name: "lookup",
      projectId: driver.fixture.projectId,
    });

    assert.deepEqual([found["id"], found["agentPoolId"]], [queue.id, queue.state["agentPoolId"]]);
  });

  it("F135: says that a pool is not found", async () => {
    await assert.rejects(
      driver.provider.invoke("azuredevops:index/getPool:getPool", { name: "nope" }),
      /Unable to find agent pool with name: nope/,
    );
  });

  for (const [orgServiceUrl, problems] of [
    ["https://dev.azure.com/contoso", 0],
    ["https://dev.azure.com/contoso/", 0],
    ["https://contoso.visualstudio.com", 0],
    ["https://dev.azure.com/contoso/Web%20Shop", 1],
    ["https://dev.azure.com", 1],
    [unknownValue, 0],
  ] as const) {
    it(`F32: ${orgServiceUrl} is ${problems === 0 ? "taken" : "refused"} as organization URL`, () => {
      assert.equal(driver.provider.checkConfig?.({ orgServiceUrl }).length, problems);
    });
  }
});
