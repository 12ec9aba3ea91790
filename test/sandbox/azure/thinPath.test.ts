import assert from "node:assert/strict";
import { ArmFixture, errorCode, field, group } from "./armFixture";

describe("Azure emulator, from resource group to node pool", () => {
  let arm: ArmFixture;
  const cluster = `${group}/providers/Microsoft.ContainerService/managedClusters/aks`;

  before(async () => {
    arm = await ArmFixture.start();
    await arm.send("PUT", group, "2024-03-01", { location: "westeurope" });
  });
  after(() => arm.stop());

  it("creates a cluster with its inline pool, and another pool beside it", async () => {
    const created = await arm.run("PUT", cluster, "2025-09-01", {
      location: "westeurope",
      identity: { type: "SystemAssigned" },
      properties: {
        dnsPrefix: "aks",
        agentPoolProfiles: [{ name: "system", mode: "System", count: 1, vmSize: "Standard_D2s_v5", osType: "Linux" }],
      },
    });
    assert.equal(field(created.body, "status"), "Succeeded");
    const pool = await arm.run("PUT", `${cluster}/agentPools/linux1`, "2025-09-01", {
      properties: { mode: "User", count: 1, vmSize: "Standard_D2s_v5", osType: "Linux" },
    });
    assert.equal(field(pool.body, "status"), "Succeeded");
    assert.deepEqual(arm.runtime.poolNames(), ["system", "linux1"]);
  });

  it("leaves nothing after the resource group is deleted", async () => {
    await arm.run("DELETE", group, "2024-03-01");
    const left = await arm.send("GET", "/_sandbox/resources", "");
    assert.deepEqual(left.body, { value: [] });
    assert.deepEqual([...arm.runtime.clusters], []);
    assert.equal(errorCode(await arm.send("GET", group, "2024-03-01")), "ResourceGroupNotFound");
  });
});
