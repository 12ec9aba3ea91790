import { secretOnWire } from "./propertyValues";

type Inputs = Readonly<Record<string, unknown>>;
interface Resource {
  readonly name: string;
  readonly urn: string;
  readonly inputs: Inputs;
}

export const subscriptionId = "11111111-2222-3333-4444-555555555555";
export const tenantId = "99999999-8888-7777-6666-555555555555";

/** Ids of fake resources: those of Azure look like Azure Resource Manager's, the others are numbers or GUIDs as in the service. */
export function fakeId({ name, urn, inputs }: Resource, type: string): string {
  const path = armPaths[type];
  if (path !== undefined) {
    return `/subscriptions/${subscriptionId}${path({ name, urn, inputs })}`;
  }
  if (type.startsWith("azuredevops:index/pool") || type.startsWith("azuredevops:index/queue")) {
    return String(stableNumber(urn));
  }
  return `${name}-id`;
}

/** What the service adds to the inputs. */
export function fakeOutputs(resource: Resource, type: string): Record<string, unknown> {
  return outputs[type]?.(resource) ?? {};
}

function text(inputs: Inputs, key: string, fallback = ""): string {
  const value = inputs[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : fallback;
}

function inGroup(inputs: Inputs, rest: string): string {
  return `/resourceGroups/${text(inputs, "resourceGroupName")}/providers/${rest}`;
}

const armPaths: Record<string, (resource: Resource) => string> = {
  "azure-native:resources:ResourceGroup": ({ inputs }) => `/resourceGroups/${text(inputs, "resourceGroupName")}`,
  "azure-native:containerservice:ManagedCluster": ({ inputs }) =>
    inGroup(inputs, `Microsoft.ContainerService/managedClusters/${text(inputs, "resourceName")}`),
  "azure-native:containerservice:AgentPool": agentPoolPath,
  "azure-native_containerservice_v20260201:containerservice:AgentPool": agentPoolPath,
  "azure-native:containerregistry:Registry": (resource) =>
    inGroup(resource.inputs, `Microsoft.ContainerRegistry/registries/${registryName(resource)}`),
  "azure-native:storage:StorageAccount": (resource) =>
    inGroup(resource.inputs, `Microsoft.Storage/storageAccounts/${physicalName(resource, "accountName")}`),
  "azure-native:storage:BlobContainer": ({ inputs }) =>
    inGroup(
      inputs,
      `Microsoft.Storage/storageAccounts/${text(inputs, "accountName")}/blobServices/default/containers/${text(inputs, "containerName")}`,
    ),
  "azure-native:managedidentity:UserAssignedIdentity": (resource) =>
    inGroup(
      resource.inputs,
      `Microsoft.ManagedIdentity/userAssignedIdentities/${physicalName(resource, "resourceName")}`,
    ),
};

function agentPoolPath({ inputs }: Resource): string {
  const cluster = `Microsoft.ContainerService/managedClusters/${text(inputs, "resourceName")}`;
  return inGroup(inputs, `${cluster}/agentPools/${text(inputs, "agentPoolName")}`);
}

const outputs: Record<string, (resource: Resource) => Record<string, unknown>> = {
  "pulumi-nodejs:dynamic/aks-agents:ImageBuild": ({ inputs }) => ({
    digest: `sha256:${text(inputs, "tag").padStart(64, "0")}`,
    runId: "ca1",
  }),
  "azure-native:resources:ResourceGroup": ({ inputs }) => ({ name: inputs["resourceGroupName"] }),
  "azure-native:containerservice:ManagedCluster": ({ inputs }) => ({
    name: inputs["resourceName"],
    fqdn: `${text(inputs, "dnsPrefix")}.hcp.westeurope.azmk8s.io`,
    identityProfile: { kubeletidentity: { objectId: "kubelet-object-id", clientId: "kubelet-client-id" } },
    oidcIssuerProfile: { enabled: true, issuerURL: "https://oidc.example/issuer/" },
  }),
  "azure-native:containerservice:AgentPool": ({ inputs }) => ({ name: inputs["agentPoolName"] }),
  "azure-native_containerservice_v20260201:containerservice:AgentPool": ({ inputs }) => ({
    name: inputs["agentPoolName"],
  }),
  "azure-native:containerregistry:Registry": (resource) => ({
    name: registryName(resource),
    loginServer: `${registryName(resource)}.azurecr.io`,
  }),
  "azure-native:storage:StorageAccount": (resource) => ({ name: physicalName(resource, "accountName") }),
  "azure-native:storage:BlobContainer": ({ inputs }) => ({ name: inputs["containerName"] }),
  "azure-native:managedidentity:UserAssignedIdentity": (resource) => ({
    name: physicalName(resource, "resourceName"),
    principalId: `${resource.name}-principal`,
    clientId: `${resource.name}-client`,
    tenantId,
  }),
  "azuredevops:index/queue:Queue": ({ inputs }) => ({
    name: inputs["name"] ?? `queue-of-${text(inputs, "agentPoolId")}`,
  }),
  "azuredevops:index/serviceEndpointAzureRM:ServiceEndpointAzureRM": ({ name }) => ({
    workloadIdentityFederationIssuer: `https://login.microsoftonline.com/${tenantId}/v2.0`,
    workloadIdentityFederationSubject: `/eid1/c/pub/t/fake/a/fake/sc/${name}`,
  }),
  "random:index/randomPassword:RandomPassword": () => ({ result: secretOnWire("Generated-password-0123456789") }),
};

/** Auto-naming: the logical name and eight hexadecimal digits. */
function physicalName({ name, inputs, urn }: Resource, property: string): string {
  return text(inputs, property, `${name}${stableNumber(urn).toString(16).padStart(8, "0").slice(-8)}`);
}

function registryName(resource: Resource): string {
  return physicalName(resource, "registryName");
}

function stableNumber(value: string): number {
  return [...value].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_003, 7);
}
