import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ClientSecretCredential } from "@azure/identity";
import { ContainerServiceClient } from "@azure/arm-containerservice";
import { ContainerRegistryManagementClient } from "@azure/arm-containerregistry-12";
import { StorageManagementClient } from "@azure/arm-storage";
import { ManagedServiceIdentityClient } from "@azure/arm-msi";
import { AuthorizationManagementClient } from "@azure/arm-authorization";
import { ResourceManagementClient } from "@azure/arm-resources";
import { NetworkManagementClient } from "@azure/arm-network";
import { startTlsCloud, type TlsCloud } from "../tls/tlsCloud";
import { clusterBody } from "./bodies";

const subscriptionId = "00000000-0000-4000-8000-000000000001";
const acrPull = "7f951dda-4ed3-4680-a7ca-43fe172d538d";

async function all<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of pages) {
    items.push(item);
  }
  return items;
}

describe("Microsoft's clients work against the Azure emulator", () => {
  let cloud: TlsCloud;
  let credential: ClientSecretCredential;
  let options: { endpoint: string; credentialScopes: string; tlsOptions: { ca: string } };

  before(async () => {
    cloud = await startTlsCloud();
    const { directory, azureTlsUrl, entraTlsUrl } = cloud;
    const tlsOptions = { ca: readFileSync(cloud.caFile, "utf8") };
    credential = new ClientSecretCredential(directory.tenantId, directory.deployer.clientId, directory.deployerSecret, {
      authorityHost: entraTlsUrl,
      disableInstanceDiscovery: true,
      tlsOptions,
    });
    options = { endpoint: azureTlsUrl, credentialScopes: "https://management.azure.com//.default", tlsOptions };
    const resources = new ResourceManagementClient(credential, subscriptionId, options);
    await resources.resourceGroups.createOrUpdate("rg", { location: "westeurope", tags: { stack: "dev" } });
  });
  after(() => cloud.stop());

  it("@azure/arm-resources creates, reads, lists and deletes a resource group", async () => {
    const client = new ResourceManagementClient(credential, subscriptionId, options);
    await client.resourceGroups.createOrUpdate("other", { location: "West Europe" });
    assert.equal((await client.resourceGroups.get("other")).location, "westeurope");
    assert.deepEqual((await all(client.resourceGroups.list())).map(({ name }) => name).sort(), ["other", "rg"]);
    await client.resourceGroups.beginDeleteAndWait("other", { updateIntervalInMs: 1 });
    assert.equal((await client.resourceGroups.checkExistence("other")).body, false);
  });

  it("@azure/arm-containerservice runs a cluster and its pools", async () => {
    const client = new ContainerServiceClient(credential, subscriptionId, { ...options, apiVersion: "2026-02-01" });
    const poll = { updateIntervalInMs: 1 };
    const created = await client.managedClusters.createOrUpdate("rg", "aks", flattened(), poll);
    assert.equal(created.currentKubernetesVersion, "1.35.6");
    const pool = await client.agentPools.createOrUpdate(
      "rg",
      "aks",
      "win25",
      { mode: "User", osType: "Windows", osSKU: "Windows2025", enableFips: true, count: 1, vmSize: "Standard_D4s_v5" },
      poll,
    );
    assert.equal(pool.provisioningState, "Succeeded");
    assert.deepEqual(
      (await all(client.agentPools.list("rg", "aks"))).map(({ name }) => name),
      ["system", "win25"],
    );
    const { kubeconfigs } = await client.managedClusters.listClusterUserCredentials("rg", "aks");
    assert.match(Buffer.from(kubeconfigs?.[0]?.value ?? []).toString(), /^kubeconfig of user/);
    await client.agentPools.delete("rg", "aks", "win25", poll);
    await client.managedClusters.delete("rg", "aks", poll);
    assert.deepEqual(await all(client.managedClusters.list()), []);
  });

  it("@azure/arm-containerregistry creates, reads, lists and deletes a registry, and imports into it", async () => {
    const client = new ContainerRegistryManagementClient(credential, subscriptionId, options);
    const created = await client.registries.create(
      "rg",
      "agents4711",
      { location: "westeurope", sku: { name: "Basic" } },
      { updateIntervalInMs: 1 },
    );
    assert.equal(created.loginServer, "agents4711.azurecr.io");
    assert.equal((await client.registries.get("rg", "agents4711")).provisioningState, "Succeeded");
    const check = { name: "agents4711", type: "Microsoft.ContainerRegistry/registries" } as const;
    assert.equal((await client.registries.checkNameAvailability(check)).nameAvailable, false);
    const source = { registryUri: "mcr.microsoft.com", sourceImage: "windows/servercore:ltsc2022" };
    await client.registries.importImage("rg", "agents4711", { source }, { updateIntervalInMs: 1 });
    await assert.rejects(
      async () => client.registries.importImage("rg", "agents4711", { source }, { updateIntervalInMs: 1 }),
      /already exists in target registry/,
    );
    await client.registries.delete("rg", "agents4711", { updateIntervalInMs: 1 });
    assert.deepEqual(await all(client.registries.list()), []);
  });

  it("@azure/arm-storage creates an account with a container and a lifecycle rule", async () => {
    const client = new StorageManagementClient(credential, subscriptionId, options);
    const account = await client.storageAccounts.beginCreateAndWait(
      "rg",
      "contexts4711",
      { location: "westeurope", kind: "StorageV2", sku: { name: "Standard_LRS" }, minimumTlsVersion: "TLS1_2" },
      { updateIntervalInMs: 1 },
    );
    assert.equal(account.primaryEndpoints?.blob, "https://contexts4711.blob.core.windows.net/");
    await client.blobContainers.create("rg", "contexts4711", "contexts", {});
    assert.deepEqual(
      (await all(client.blobContainers.list("rg", "contexts4711"))).map(({ name }) => name),
      ["contexts"],
    );
    const policy = await client.managementPolicies.createOrUpdate("rg", "contexts4711", "default", {
      policy: {
        rules: [
          {
            name: "expire",
            type: "Lifecycle",
            definition: {
              actions: { baseBlob: { delete: { daysAfterModificationGreaterThan: 7 } } },
              filters: { blobTypes: ["blockBlob"], prefixMatch: ["contexts/"] },
            },
          },
        ],
      },
    });
    assert.equal(policy.policy?.rules[0]?.name, "expire");
    assert.equal((await client.storageAccounts.listKeys("rg", "contexts4711")).keys?.length, 2);
    await client.storageAccounts.delete("rg", "contexts4711");
    assert.deepEqual(await all(client.storageAccounts.list()), []);
  });

  it("@azure/arm-msi and @azure/arm-authorization give an identity a credential and a role", async () => {
    const identities = new ManagedServiceIdentityClient(credential, subscriptionId, options);
    const identity = await identities.userAssignedIdentities.createOrUpdate("rg", "agent", { location: "westeurope" });
    await identities.federatedIdentityCredentials.createOrUpdate("rg", "agent", "pods", {
      issuer: "https://issuer.example.com/",
      subject: "system:serviceaccount:agents:agent",
      audiences: ["api://AzureADTokenExchange"],
    });
    assert.equal((await all(identities.federatedIdentityCredentials.list("rg", "agent"))).length, 1);
    const roles = new AuthorizationManagementClient(credential, subscriptionId, options);
    const scope = `/subscriptions/${subscriptionId}/resourceGroups/rg`;
    const name = "11111111-2222-4333-8444-555555555555";
    await roles.roleAssignments.create(scope, name, {
      roleDefinitionId: `/subscriptions/${subscriptionId}/providers/Microsoft.Authorization/roleDefinitions/${acrPull}`,
      principalId: identity.principalId ?? "",
      principalType: "ServicePrincipal",
    });
    assert.equal((await roles.roleAssignments.get(scope, name)).principalId, identity.principalId);
    assert.equal((await roles.roleDefinitions.get(scope, acrPull)).roleName, "AcrPull");
    await roles.roleAssignments.delete(scope, name);
    await identities.userAssignedIdentities.delete("rg", "agent");
    assert.deepEqual(await all(identities.userAssignedIdentities.listBySubscription()), []);
  });

  it("@azure/arm-network creates a virtual network with a subnet", async () => {
    const client = new NetworkManagementClient(credential, subscriptionId, options);
    const poll = { updateIntervalInMs: 1 };
    const network = await client.virtualNetworks.beginCreateOrUpdateAndWait(
      "rg",
      "vnet",
      {
        location: "westeurope",
        addressSpace: { addressPrefixes: ["10.240.0.0/16"] },
        subnets: [{ name: "nodes", addressPrefix: "10.240.0.0/22" }],
      },
      poll,
    );
    assert.equal(network.subnets?.[0]?.provisioningState, "Succeeded");
    await client.subnets.beginCreateOrUpdateAndWait("rg", "vnet", "more", { addressPrefix: "10.240.4.0/24" }, poll);
    assert.deepEqual(
      (await all(client.subnets.list("rg", "vnet"))).map(({ name }) => name),
      ["nodes", "more"],
    );
    await client.virtualNetworks.beginDeleteAndWait("rg", "vnet", poll);
    assert.deepEqual(await all(client.virtualNetworks.listAll()), []);
  });
});

/** The client's own form of the body: it moves `properties` up. */
function flattened() {
  const { properties, location } = clusterBody();
  return {
    location,
    identity: { type: "SystemAssigned" as const },
    kubernetesVersion: properties.kubernetesVersion,
    dnsPrefix: properties.dnsPrefix,
    agentPoolProfiles: properties.agentPoolProfiles,
    windowsProfile: properties.windowsProfile,
    networkProfile: { networkPlugin: "azure", networkPluginMode: "overlay" },
  };
}
