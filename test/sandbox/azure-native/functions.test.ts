import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import { isRecord } from "../../../sandbox/engine/provider/properties";
import { cluster, clusterToken, group, groupToken, identityToken } from "./examples";
import { ProviderFixture, type Remembered } from "./providerFixture";

describe("azure-native provider, functions", () => {
  let fixture: ProviderFixture;
  let aks: Remembered;
  before(async () => {
    fixture = await ProviderFixture.start();
    await fixture.create(groupToken, "rg", group);
    aks = await fixture.create(clusterToken, "aks", cluster);
  });
  after(() => fixture.stop());

  it("names the principal that deploys", async () => {
    const { deployer, tenantId } = fixture.arm.directory;
    assert.deepEqual(await fixture.provider.invoke("azure-native:authorization:getClientConfig", {}), {
      clientId: deployer.clientId,
      objectId: deployer.objectId,
      subscriptionId: "00000000-0000-4000-8000-000000000001",
      tenantId,
    });
  });

  it("gives a token of that principal", async () => {
    const { token } = await fixture.provider.invoke("azure-native:authorization:getClientToken", {});
    assert.equal(decodeJwt(String(token))["oid"], fixture.arm.directory.deployer.objectId);
  });

  for (const account of ["User", "Admin"] as const) {
    it(`gives a kubeconfig to the ${account.toLowerCase()}`, async () => {
      const token = `azure-native:containerservice:listManagedCluster${account}Credentials`;
      const { kubeconfigs } = await fixture.provider.invoke(token, { ...group, resourceName: "aks" });
      assert.ok(Array.isArray(kubeconfigs) && isRecord(kubeconfigs[0]));
      const text = Buffer.from(String(kubeconfigs[0]["value"]), "base64").toString();
      assert.equal(text, `kubeconfig of ${account.toLowerCase()} for ${aks.id}`);
    });
  }

  it("reads a resource in the form of its outputs", async () => {
    const cluster = await fixture.provider.invoke("azure-native:containerservice:getManagedCluster", {
      ...group,
      resourceName: "aks",
    });
    assert.equal(cluster["id"], aks.id);
    assert.equal(cluster["dnsPrefix"], "aks");
    assert.equal(cluster["azureApiVersion"], "2025-09-01");
    const identity = await fixture.create(identityToken, "agents", { ...group, resourceName: "agents" });
    const read = await fixture.provider.invoke("azure-native:managedidentity:getUserAssignedIdentity", {
      ...group,
      resourceName: "agents",
    });
    assert.equal(read["principalId"], identity.state["principalId"]);
    const found = await fixture.provider.invoke("azure-native:resources:getResourceGroup", group);
    assert.equal(found["location"], "westeurope");
  });

  it("lists the keys of a storage account", async () => {
    const account = { ...group, accountName: "contexts1" };
    const inputs = { ...account, kind: "StorageV2", sku: { name: "Standard_LRS" }, allowSharedKeyAccess: true };
    await fixture.create("azure-native:storage:StorageAccount", "contexts1", inputs);
    const { keys } = await fixture.provider.invoke("azure-native:storage:listStorageAccountKeys", account);
    assert.ok(Array.isArray(keys));
    assert.deepEqual(
      keys.map((key: { keyName?: unknown }) => key.keyName),
      ["key1", "key2"],
    );
  });

  it("fails with Azure's words for what is not there", async () => {
    const args = { ...group, registryName: "nosuchregistry" };
    await assert.rejects(
      fixture.provider.invoke("azure-native:containerregistry:getRegistry", args),
      /^Error: request failed \/subscriptions\/.*registries\/nosuchregistry: Status=404 Code="ResourceNotFound"/,
    );
  });

  it("refuses a function that it does not have", async () => {
    await assert.rejects(fixture.provider.invoke("azure-native:compute:getVirtualMachine", {}), /has no function/);
  });
});
