import assert from "node:assert/strict";
import {
  cluster,
  clusterToken,
  group,
  groupToken,
  identityToken,
  networkToken,
  poolToken,
  subnetToken,
  windowsPool,
} from "./examples";
import { ProviderFixture, type Remembered } from "./providerFixture";

describe("azure-native provider, refresh and import", () => {
  let fixture: ProviderFixture;
  let aks: Remembered;
  let pool: Remembered;
  before(async () => {
    fixture = await ProviderFixture.start();
    await fixture.create(groupToken, "rg", group);
    aks = await fixture.create(clusterToken, "aks", cluster);
    pool = await fixture.create(poolToken, "wina", windowsPool);
  });
  after(() => fixture.stop());

  it("moves a changed value into the inputs, and nothing that the service has filled in", async () => {
    fixture.arm.runtime.counts.set(`${aks.id}|wina`, 3);
    assert.deepEqual((await fixture.refresh(pool))?.inputs, { ...pool.inputs, count: 3 });
  });

  it("sees pools that were created beside the inline one as additions to the cluster (pulumi-azure-native#2719)", async () => {
    const profiles = (await fixture.refresh(aks))?.inputs["agentPoolProfiles"];
    assert.ok(Array.isArray(profiles));
    assert.deepEqual(
      profiles.map((profile: { name?: unknown }) => profile.name),
      ["system", "wina"],
    );
    assert.deepEqual(profiles.slice(0, 1), cluster["agentPoolProfiles"]);
  });

  it("takes over tags that someone else has set, changed and removed", async () => {
    const program = { ...group, resourceName: "agents", tags: { kept: "1", changed: "1", removed: "1" } };
    const identity = await fixture.create(identityToken, "agents", program);
    const tags = { kept: "1", changed: "2", added: "1" };
    await fixture.arm.send("PUT", identity.id, "2023-01-31", { location: "westeurope", tags });
    assert.deepEqual((await fixture.refresh(identity))?.inputs, { ...identity.inputs, tags });
  });

  it("does not pull subnets of their own into the virtual network", async () => {
    const program = { ...group, virtualNetworkName: "net", addressSpace: { addressPrefixes: ["10.0.0.0/8"] } };
    const network = await fixture.create(networkToken, "net", program);
    await fixture.create(subnetToken, "nodes", {
      ...group,
      virtualNetworkName: "net",
      subnetName: "nodes",
      addressPrefix: "10.1.0.0/16",
    });
    assert.deepEqual((await fixture.refresh(network))?.inputs, network.inputs);
  });

  it("finds that a resource is gone", async () => {
    const identity = await fixture.create(identityToken, "gone", { ...group, resourceName: "gone" });
    await fixture.arm.send("DELETE", identity.id, "2023-01-31");
    assert.equal(await fixture.refresh(identity), undefined);
  });

  it("imports the parameters of the id and the inputs that the live resource shows", async () => {
    const imported = await fixture.refresh({ ...pool, inputs: {}, state: {} });
    const { agentPoolName, resourceName, resourceGroupName, osSKU, vmSize } = imported?.inputs ?? {};
    assert.deepEqual(
      { agentPoolName, resourceName, resourceGroupName, osSKU, vmSize },
      {
        agentPoolName: "wina",
        resourceName: "aks",
        resourceGroupName: "rg",
        osSKU: "Windows2022",
        vmSize: "Standard_D4s_v5",
      },
    );
    assert.equal("provisioningState" in (imported?.inputs ?? {}), false);
    assert.equal("id" in (imported?.inputs ?? {}), false);
  });
});
