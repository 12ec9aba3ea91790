import assert from "node:assert/strict";
import type { Properties } from "../../../sandbox/engine/provider/resourceProvider";
import { azureNativeProvider } from "../../../sandbox/azure-native/azureNativeProvider";

const provider = azureNativeProvider({
  armUrl: "http://127.0.0.1:9",
  subscriptionId: "s",
  tenantId: "t",
  clientId: "c",
  objectId: "o",
  accessToken: async () => "",
});

function diff(token: string, oldInputs: Properties, inputs: Properties, oldState: Properties = {}) {
  const type = provider.resourceType(token);
  assert.ok(type);
  const urn = `urn:pulumi:test::project::${token}::example`;
  return type.diff({ id: "id", urn, oldInputs, oldState, inputs, ignoreChanges: [] });
}

async function changes(token: string, oldInputs: Properties, inputs: Properties, oldState: Properties = {}) {
  const result = await diff(token, oldInputs, inputs, oldState);
  return result.changes.map(({ path, kind, replaces }) => `${path} ${kind}${replaces ? " replaces" : ""}`).sort();
}

const cluster = "azure-native:containerservice:ManagedCluster";
const pool = "azure-native:containerservice:AgentPool";
const registry = "azure-native:containerregistry:Registry";
const role = "azure-native:authorization:RoleAssignment";

/** Expected values: pulumi-azure-native provider/pkg/gen/replacement.go and diff.go, September 2026. */
const cases: readonly [string, string, Properties, Properties, string[]][] = [
  ["a node pool's VM size", pool, { vmSize: "a" }, { vmSize: "b" }, ["vmSize update replaces"]],
  ["a node pool's name", pool, { agentPoolName: "a" }, { agentPoolName: "b" }, ["agentPoolName update replaces"]],
  ["a node pool's OS SKU, which AKS then refuses", pool, { osSKU: "a" }, { osSKU: "b" }, ["osSKU update"]],
  ["a node pool's FIPS switch", pool, {}, { enableFIPS: true }, ["enableFIPS add"]],
  ["a node pool's bounds", pool, { maxCount: 1 }, { maxCount: 2 }, ["maxCount update"]],
  ["a node pool's labels", pool, { nodeLabels: { a: "1" } }, { nodeLabels: { a: "2" } }, ["nodeLabels.a update"]],
  ["a cluster's DNS prefix", cluster, { dnsPrefix: "a" }, { dnsPrefix: "b" }, ["dnsPrefix update replaces"]],
  ["a cluster's node resource group", cluster, {}, { nodeResourceGroup: "x" }, ["nodeResourceGroup add replaces"]],
  [
    "a cluster's Windows password",
    cluster,
    { windowsProfile: { adminUsername: "u", adminPassword: "a" } },
    { windowsProfile: { adminUsername: "u", adminPassword: "b" } },
    ["windowsProfile.adminPassword update replaces"],
  ],
  [
    "an addition to a cluster's Windows profile",
    cluster,
    { windowsProfile: { adminUsername: "u" } },
    { windowsProfile: { adminUsername: "u", enableCSIProxy: true } },
    ["windowsProfile.enableCSIProxy add"],
  ],
  [
    "a cluster's immutable network settings",
    cluster,
    { networkProfile: { podCidr: "a", outboundType: "a" } },
    { networkProfile: { podCidr: "b", outboundType: "b" } },
    ["networkProfile.outboundType update replaces", "networkProfile.podCidr update replaces"],
  ],
  [
    "a cluster's load balancer (pulumi-azure-native#4756)",
    cluster,
    { networkProfile: { loadBalancerProfile: { allocatedOutboundPorts: 1 } } },
    { networkProfile: { loadBalancerProfile: { allocatedOutboundPorts: 2 } } },
    ["networkProfile.loadBalancerProfile.allocatedOutboundPorts update"],
  ],
  [
    "an inline pool (pulumi-azure-native#2774)",
    cluster,
    { agentPoolProfiles: [{ name: "system", vmSize: "a" }] },
    { agentPoolProfiles: [{ name: "system", vmSize: "b" }, { name: "more" }] },
    ["agentPoolProfiles[0].vmSize update", "agentPoolProfiles[1] add"],
  ],
  ["a cluster's tags", cluster, { tags: { a: "1" } }, { tags: { a: "2" } }, ["tags.a update"]],
  ["another spelling of the location", cluster, { location: "West Europe" }, { location: "westeurope" }, []],
  ["another location", registry, { location: "westeurope" }, { location: "x" }, ["location update replaces"]],
  ["another spelling of the group", registry, { resourceGroupName: "RG" }, { resourceGroupName: "rg" }, []],
  [
    "AKS's old SKU names",
    cluster,
    { sku: { name: "Basic", tier: "Paid" } },
    { sku: { name: "Base", tier: "Standard" } },
    [],
  ],
  ["a role assignment's principal", role, { principalId: "a" }, { principalId: "b" }, ["principalId update replaces"]],
  ["a role assignment's role", role, { roleDefinitionId: "a" }, { roleDefinitionId: "b" }, ["roleDefinitionId update"]],
  ["a role assignment's scope", role, { scope: "a" }, { scope: "b" }, ["scope update replaces"]],
  ["a registry's tier", registry, { sku: { name: "Basic" } }, { sku: { name: "Premium" } }, ["sku.name update"]],
  [
    "another spelling of a resource's id",
    pool,
    { vnetSubnetID: "/subscriptions/s/resourcegroups/rg/providers/microsoft.network/virtualNetworks/n/subnets/a" },
    { vnetSubnetID: "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/n/subnets/a" },
    [],
  ],
  [
    "another resource's id",
    pool,
    { vnetSubnetID: "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/n/subnets/a" },
    { vnetSubnetID: "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/n/subnets/b" },
    ["vnetSubnetID update"],
  ],
  ["the provider's own marks", registry, { __createBeforeDelete: true }, {}, []],
];

describe("azure-native provider, planned changes", () => {
  for (const [title, token, before, after, expected] of cases) {
    it(title, async () => assert.deepEqual(await changes(token, before, after), expected));
  }

  it("does not replace when the program spells out what the service has filled in", async () => {
    const state = { nodeResourceGroup: "MC_rg_aks_westeurope" };
    assert.deepEqual(await changes(cluster, {}, state, state), ["nodeResourceGroup add"]);
  });

  it("deletes a resource of a fixed name before it creates the new one", async () => {
    const fixed = await diff(pool, { agentPoolName: "wina", vmSize: "a" }, { agentPoolName: "wina", vmSize: "b" });
    assert.equal(fixed.deleteBeforeReplace, true);
  });

  it("creates a resource of a random name before it deletes the old one", async () => {
    const named = { resourceName: "aks1234abcd", __createBeforeDelete: true };
    const random = await diff(cluster, { ...named, dnsPrefix: "a" }, { ...named, dnsPrefix: "b" });
    assert.equal(random.deleteBeforeReplace, false);
  });
});
