import { AuthorizationManagementClient } from "@azure/arm-authorization";
import { ContainerRegistryManagementClient } from "@azure/arm-containerregistry-12";
import { ContainerServiceClient } from "@azure/arm-containerservice";
import { ContainerServiceClient as ContainerServiceClient2025 } from "@azure/arm-containerservice-2025";
import { ManagedServiceIdentityClient } from "@azure/arm-msi";
import { NetworkManagementClient } from "@azure/arm-network";
import { ResourceManagementClient } from "@azure/arm-resources";
import { StorageManagementClient } from "@azure/arm-storage";
import { createHttpHeaders, type HttpClient } from "@azure/core-rest-pipeline";

/** Takes a body through one of Microsoft's clients: what it reads from a service, and what it then writes again. */
export type RoundTrip = (body: unknown) => Promise<unknown>;

const subscription = "00000000-0000-4000-8000-000000000001";
const credential = { getToken: async () => ({ token: "token", expiresOnTimestamp: Date.now() + 3_600_000 }) };

/** A service that answers every GET with the body, and keeps what is PUT. */
class EchoService implements HttpClient {
  written: unknown;

  constructor(private readonly body: unknown) {}

  async sendRequest(request: Parameters<HttpClient["sendRequest"]>[0]) {
    if (request.method === "PUT") {
      this.written = typeof request.body === "string" ? JSON.parse(request.body) : undefined;
    }
    return {
      request,
      status: 200,
      headers: createHttpHeaders({ "content-type": "application/json" }),
      bodyAsText: JSON.stringify(this.body),
    };
  }
}

function roundTrip(run: (httpClient: HttpClient) => Promise<unknown>): RoundTrip {
  return async (body) => {
    const service = new EchoService(body);
    await run(service);
    return service.written;
  };
}

/** The client reads every property as optional; those that it wants for writing are there. */
function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) {
    throw new Error(`the body has no ${name}`);
  }
  return value;
}

const managedCluster = roundTrip(async (httpClient) => {
  const { managedClusters } = new ContainerServiceClient(credential, subscription, { httpClient });
  await managedClusters.createOrUpdate("rg", "aks", await managedClusters.get("rg", "aks"));
});

const managedCluster2025 = roundTrip(async (httpClient) => {
  const { managedClusters } = new ContainerServiceClient2025(credential, subscription, { httpClient });
  await managedClusters.beginCreateOrUpdateAndWait("rg", "aks", await managedClusters.get("rg", "aks"));
});

const agentPool = roundTrip(async (httpClient) => {
  const { agentPools } = new ContainerServiceClient(credential, subscription, { httpClient });
  await agentPools.createOrUpdate("rg", "aks", "pool", await agentPools.get("rg", "aks", "pool"));
});

const agentPool2025 = roundTrip(async (httpClient) => {
  const { agentPools } = new ContainerServiceClient2025(credential, subscription, { httpClient });
  await agentPools.beginCreateOrUpdateAndWait("rg", "aks", "pool", await agentPools.get("rg", "aks", "pool"));
});

const maintenance = roundTrip(async (httpClient) => {
  const { maintenanceConfigurations } = new ContainerServiceClient(credential, subscription, { httpClient });
  const name = "aksManagedAutoUpgradeSchedule";
  const configuration = await maintenanceConfigurations.get("rg", "aks", name);
  await maintenanceConfigurations.createOrUpdate("rg", "aks", name, configuration);
});

const maintenance2025 = roundTrip(async (httpClient) => {
  const { maintenanceConfigurations } = new ContainerServiceClient2025(credential, subscription, { httpClient });
  const name = "aksManagedAutoUpgradeSchedule";
  const configuration = await maintenanceConfigurations.get("rg", "aks", name);
  await maintenanceConfigurations.createOrUpdate("rg", "aks", name, configuration);
});

const resourceGroup = roundTrip(async (httpClient) => {
  const { resourceGroups } = new ResourceManagementClient(credential, subscription, { httpClient });
  await resourceGroups.createOrUpdate("rg", await resourceGroups.get("rg"));
});

const registry = roundTrip(async (httpClient) => {
  const { registries } = new ContainerRegistryManagementClient(credential, subscription, { httpClient });
  await registries.create("rg", "images", await registries.get("rg", "images"));
});

const storageAccount = roundTrip(async (httpClient) => {
  const { storageAccounts } = new StorageManagementClient(credential, subscription, { httpClient });
  const account = await storageAccounts.getProperties("rg", "contexts");
  await storageAccounts.beginCreateAndWait("rg", "contexts", {
    ...account,
    sku: present(account.sku, "sku"),
    kind: present(account.kind, "kind"),
  });
});

const blobContainer = roundTrip(async (httpClient) => {
  const { blobContainers } = new StorageManagementClient(credential, subscription, { httpClient });
  await blobContainers.create("rg", "contexts", "contexts", await blobContainers.get("rg", "contexts", "contexts"));
});

const managementPolicy = roundTrip(async (httpClient) => {
  const { managementPolicies } = new StorageManagementClient(credential, subscription, { httpClient });
  const policy = await managementPolicies.get("rg", "contexts", "default");
  await managementPolicies.createOrUpdate("rg", "contexts", "default", policy);
});

const identity = roundTrip(async (httpClient) => {
  const { userAssignedIdentities } = new ManagedServiceIdentityClient(credential, subscription, { httpClient });
  await userAssignedIdentities.createOrUpdate("rg", "agents", await userAssignedIdentities.get("rg", "agents"));
});

const federatedCredential = roundTrip(async (httpClient) => {
  const { federatedIdentityCredentials } = new ManagedServiceIdentityClient(credential, subscription, { httpClient });
  const federated = await federatedIdentityCredentials.get("rg", "agents", "pool");
  await federatedIdentityCredentials.createOrUpdate("rg", "agents", "pool", federated);
});

const roleAssignment = roundTrip(async (httpClient) => {
  const { roleAssignments } = new AuthorizationManagementClient(credential, subscription, { httpClient });
  const assignment = await roleAssignments.get(`/subscriptions/${subscription}`, "name");
  await roleAssignments.create(`/subscriptions/${subscription}`, "name", {
    ...assignment,
    principalId: present(assignment.principalId, "principalId"),
    roleDefinitionId: present(assignment.roleDefinitionId, "roleDefinitionId"),
  });
});

const virtualNetwork = roundTrip(async (httpClient) => {
  const { virtualNetworks } = new NetworkManagementClient(credential, subscription, { httpClient });
  await virtualNetworks.beginCreateOrUpdateAndWait("rg", "net", await virtualNetworks.get("rg", "net"));
});

const subnet = roundTrip(async (httpClient) => {
  const { subnets } = new NetworkManagementClient(credential, subscription, { httpClient });
  await subnets.beginCreateOrUpdateAndWait("rg", "net", "nodes", await subnets.get("rg", "net", "nodes"));
});

/**
 * The official clients' way of writing each type, by token. AKS bodies of azure-native's default API version go through
 * two clients: one of API 2025-07-01, whose serializers check ranges and patterns too, and one of 2026-04-01.
 */
export const officialClients: ReadonlyMap<string, readonly RoundTrip[]> = new Map([
  ["azure-native:resources:ResourceGroup", [resourceGroup]],
  ["azure-native:containerservice:ManagedCluster", [managedCluster2025, managedCluster]],
  ["azure-native:containerservice:AgentPool", [agentPool2025, agentPool]],
  ["azure-native_containerservice_v20260201:containerservice:AgentPool", [agentPool2025, agentPool]],
  ["azure-native:containerservice:MaintenanceConfiguration", [maintenance2025, maintenance]],
  ["azure-native:containerregistry:Registry", [registry]],
  ["azure-native:storage:StorageAccount", [storageAccount]],
  ["azure-native:storage:BlobContainer", [blobContainer]],
  ["azure-native:storage:ManagementPolicy", [managementPolicy]],
  ["azure-native:managedidentity:UserAssignedIdentity", [identity]],
  ["azure-native:managedidentity:FederatedIdentityCredential", [federatedCredential]],
  ["azure-native:authorization:RoleAssignment", [roleAssignment]],
  ["azure-native:network:VirtualNetwork", [virtualNetwork]],
  ["azure-native:network:Subnet", [subnet]],
]);
