import assert from "node:assert/strict";
import type { Properties } from "../../../sandbox/engine/provider/resourceProvider";
import { subscription } from "../azure/armFixture";
import { ProviderFixture, type Remembered } from "./providerFixture";

const group = { resourceGroupName: "rg" };
const cluster = { ...group, resourceName: "aks" };
const identity = { ...group, resourceName: "agents" };
const account = { ...group, accountName: "contexts1" };
const acrPull = "7f951dda-4ed3-4680-a7ca-43fe172d538d";

const windowsPool = {
  mode: "User",
  osType: "Windows",
  vmSize: "Standard_D4s_v5",
  enableAutoScaling: true,
  minCount: 0,
  maxCount: 2,
  count: 0,
};

/** One of each type, in an order in which they can be created, with a change that needs no replacement. */
const cases: readonly { token: string; inputs: Properties; changed: Properties; output: string }[] = [
  {
    token: "azure-native:resources:ResourceGroup",
    inputs: group,
    changed: { tags: { a: "b" } },
    output: "location",
  },
  {
    token: "azure-native:managedidentity:UserAssignedIdentity",
    inputs: identity,
    changed: { tags: { a: "b" } },
    output: "principalId",
  },
  {
    token: "azure-native:managedidentity:FederatedIdentityCredential",
    inputs: {
      ...identity,
      federatedIdentityCredentialResourceName: "win22",
      issuer: "https://issuer.example",
      subject: "system:serviceaccount:agents:win22",
      audiences: ["api://AzureADTokenExchange"],
    },
    changed: { subject: "system:serviceaccount:agents:other" },
    output: "subject",
  },
  {
    token: "azure-native:containerservice:ManagedCluster",
    inputs: {
      ...cluster,
      dnsPrefix: "aks",
      identity: { type: "SystemAssigned" },
      agentPoolProfiles: [{ name: "system", mode: "System", count: 1, vmSize: "Standard_D2s_v5", osType: "Linux" }],
      networkProfile: { networkPlugin: "azure", networkPluginMode: "overlay" },
      windowsProfile: { adminUsername: "azureuser", adminPassword: "Pass-word-1234" },
      oidcIssuerProfile: { enabled: true },
    },
    changed: { tags: { a: "b" } },
    output: "fqdn",
  },
  {
    token: "azure-native:containerservice:AgentPool",
    inputs: { ...cluster, agentPoolName: "win22a", osSKU: "Windows2022", ...windowsPool },
    changed: { maxCount: 3 },
    output: "nodeImageVersion",
  },
  {
    token: "azure-native_containerservice_v20260201:containerservice:AgentPool",
    inputs: { ...cluster, agentPoolName: "win25a", osSKU: "Windows2025", enableFIPS: true, ...windowsPool },
    changed: { maxCount: 3 },
    output: "nodeImageVersion",
  },
  {
    token: "azure-native:containerservice:MaintenanceConfiguration",
    inputs: {
      ...cluster,
      configName: "aksManagedAutoUpgradeSchedule",
      maintenanceWindow: {
        schedule: { weekly: { dayOfWeek: "Sunday", intervalWeeks: 1 } },
        startTime: "02:00",
        utcOffset: "+00:00",
        durationHours: 4,
      },
    },
    changed: {
      maintenanceWindow: {
        schedule: { weekly: { dayOfWeek: "Sunday", intervalWeeks: 1 } },
        startTime: "02:00",
        utcOffset: "+00:00",
        durationHours: 8,
      },
    },
    output: "maintenanceWindow",
  },
  {
    token: "azure-native:containerregistry:Registry",
    inputs: { ...group, registryName: "agentimages1", sku: { name: "Basic" } },
    changed: { sku: { name: "Standard" } },
    output: "loginServer",
  },
  {
    token: "azure-native:storage:StorageAccount",
    inputs: { ...account, kind: "StorageV2", sku: { name: "Standard_LRS" }, minimumTlsVersion: "TLS1_2" },
    changed: { allowBlobPublicAccess: false },
    output: "primaryEndpoints",
  },
  {
    token: "azure-native:storage:BlobContainer",
    inputs: { ...account, containerName: "contexts", publicAccess: "None" },
    changed: { metadata: { a: "b" } },
    output: "name",
  },
  {
    token: "azure-native:storage:ManagementPolicy",
    inputs: { ...account, managementPolicyName: "default", policy: { rules: [lifecycleRule(7)] } },
    changed: { policy: { rules: [lifecycleRule(8)] } },
    output: "lastModifiedTime",
  },
  {
    token: "azure-native:network:VirtualNetwork",
    inputs: { ...group, virtualNetworkName: "net", addressSpace: { addressPrefixes: ["10.0.0.0/8"] } },
    changed: { tags: { a: "b" } },
    output: "provisioningState",
  },
  {
    token: "azure-native:network:Subnet",
    inputs: { ...group, virtualNetworkName: "net", subnetName: "nodes", addressPrefix: "10.1.0.0/16" },
    changed: { serviceEndpoints: [{ service: "Microsoft.Storage" }] },
    output: "provisioningState",
  },
];

describe("azure-native provider, one of each type", () => {
  let fixture: ProviderFixture;
  const created: Remembered[] = [];
  before(async () => {
    fixture = await ProviderFixture.start();
  });
  after(() => fixture.stop());

  for (const { token, inputs, changed, output } of cases) {
    it(`creates, reads, updates: ${token}`, async () => {
      const resource = await fixture.create(token, "example", inputs);
      assert.notEqual(resource.state[output], undefined, `output ${output}`);
      assert.deepEqual((await fixture.diff(resource, inputs)).changes, [], "no difference to itself");

      const refreshed = await fixture.refresh(resource);
      assert.deepEqual(refreshed?.inputs, resource.inputs, "inputs after a refresh");

      const program = { ...inputs, ...changed };
      const { changes } = await fixture.diff(resource, program);
      assert.deepEqual([...new Set(changes.map(({ replaces }) => replaces))], [false]);
      const updated = await fixture.update(resource, program);
      assert.equal(updated.state["id"], resource.id);
      created.push(updated);
    });
  }

  it("creates a role assignment with a name of its own, reads it, and cannot create it twice", async () => {
    const [, identityResource] = created;
    const inputs = {
      principalId: identityResource?.state["principalId"],
      principalType: "ServicePrincipal",
      roleDefinitionId: `${subscription}/providers/Microsoft.Authorization/roleDefinitions/${acrPull}`,
      scope: `${subscription}/resourceGroups/rg`,
    };
    const token = "azure-native:authorization:RoleAssignment";
    const resource = await fixture.create(token, "pull", inputs);
    assert.match(String(resource.inputs["roleAssignmentName"]), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.deepEqual((await fixture.refresh(resource))?.inputs, resource.inputs);
    await assert.rejects(fixture.create(token, "again", inputs), /Code="RoleAssignmentExists"/);
    created.push(resource);
  });

  it("deletes them all, and deletes what is gone already", async () => {
    for (const resource of [...created].reverse()) {
      await fixture.delete(resource);
      assert.equal(await fixture.refresh(resource), undefined, resource.id);
      await fixture.delete(resource);
    }
  });
});

function lifecycleRule(days: number) {
  return {
    name: "expire",
    enabled: true,
    type: "Lifecycle",
    definition: {
      actions: { baseBlob: { delete: { daysAfterModificationGreaterThan: days } } },
      filters: { blobTypes: ["blockBlob"], prefixMatch: ["contexts/"] },
    },
  };
}
