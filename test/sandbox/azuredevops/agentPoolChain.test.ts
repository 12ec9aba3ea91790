import assert from "node:assert/strict";
import { ProviderFixture } from "./providerFixture";

describe("Azure DevOps provider: the chain from an identity to its agent pool", () => {
  let driver: ProviderFixture;
  before(async () => {
    driver = await ProviderFixture.open();
  });
  after(() => driver.fixture.close());

  it("is created, is seen by the summary, and leaves nothing after deletion", async () => {
    const { fixture } = driver;
    const identity = fixture.directory.createPrincipal("win22-agents");

    const pool = await driver.create("Pool", { name: "dev-win22", autoUpdate: false });
    const queue = await driver.create("Queue", { projectId: fixture.projectId, agentPoolId: Number(pool.id) });
    const authorization = await driver.create("PipelineAuthorization", {
      projectId: fixture.projectId,
      resourceId: queue.id,
      type: "queue",
    });
    const entitlement = await driver.create("ServicePrincipalEntitlement", { originId: identity.objectId });
    const role = await driver.create("SecurityroleAssignment", {
      scope: "distributedtask.agentpoolrole",
      resourceId: pool.id,
      identityId: entitlement.id,
      roleName: "Administrator",
    });

    const full = await fixture.administer("GET", "summary");
    assert.deepEqual(full["pools"], [
      {
        id: 1,
        name: "dev-win22",
        autoUpdate: false,
        agents: [],
        jobs: { queued: 0, running: 0, finished: 0 },
        roles: [{ identity: "win22-agents", role: "Administrator" }],
      },
    ]);
    assert.deepEqual(full["queues"], [{ id: 1, name: "dev-win22", project: "Web Shop", poolId: 1, pipelines: "all" }]);
    assert.deepEqual(full["entitlements"], [
      {
        id: entitlement.id,
        displayName: "win22-agents",
        originId: identity.objectId,
        accountLicenseType: "express",
      },
    ]);

    await driver.delete("SecurityroleAssignment", role);
    await driver.delete("ServicePrincipalEntitlement", entitlement);
    await driver.delete("PipelineAuthorization", authorization);
    await driver.delete("Queue", queue);
    await driver.delete("Pool", pool);

    const empty = await fixture.administer("GET", "summary");
    assert.deepEqual([empty["pools"], empty["queues"], empty["entitlements"]], [[], [], []]);
  });
});
