import { subscriptionId, tenantId } from "./fakeOutputs";

type Result = Record<string, unknown>;

/** A kubeconfig as AKS hands it out, with a word that may appear nowhere in clear. */
export const kubeconfigCanary = "CANARY-CLUSTER-KEY";

const kubeconfig = (user: string) =>
  [
    "apiVersion: v1",
    "kind: Config",
    "clusters: [{ name: fleet, cluster: { server: https://fleet.example:443 } }]",
    "contexts: [{ name: fleet, context: { cluster: fleet, user: fleet } }]",
    "current-context: fleet",
    user,
  ].join("\n");

const adminKubeconfig = kubeconfig(`users: [{ name: fleet, user: { token: ${kubeconfigCanary} } }]`);
const execKubeconfig = kubeconfig(
  [
    "users:",
    "- name: fleet",
    "  user:",
    "    exec:",
    "      apiVersion: client.authentication.k8s.io/v1beta1",
    "      command: kubelogin",
    "      args:",
    "      - get-token",
    "      - --server-id",
    `      - ${kubeconfigCanary}`,
    "      - --login",
    "      - devicecode",
  ].join("\n"),
);

/** Answers of the functions that the program calls. A token that is not here fails the run. */
export const fakeInvokes: Readonly<Record<string, (args: Readonly<Record<string, unknown>>) => Result>> = {
  "azure-native:authorization:getClientConfig": () => ({
    subscriptionId,
    tenantId,
    clientId: "client",
    objectId: "object",
  }),
  "azure-native:containerservice:getManagedCluster": ({ resourceName }) => ({
    name: resourceName,
    identity: { type: "SystemAssigned", principalId: "cluster-principal-id", tenantId },
    identityProfile: { kubeletidentity: { objectId: "kubelet-object-id", clientId: "kubelet-client-id" } },
    oidcIssuerProfile: { enabled: true, issuerURL: "https://oidc.example/issuer/" },
    // As made with managed service accounts; clusters of stacks called old-… were made without.
    windowsProfile: { adminUsername: "aksagents", gmsaProfile: { enabled: !String(resourceName).includes("-old-") } },
  }),
  "azure-native:containerregistry:getRegistry": ({ registryName }) => ({
    name: registryName,
    loginServer: `${String(registryName)}.azurecr.io`,
  }),
  "azure-native:managedidentity:getUserAssignedIdentity": ({ resourceName }) => ({
    name: resourceName,
    principalId: `principal of ${String(resourceName)}`,
    clientId: `client of ${String(resourceName)}`,
    tenantId,
  }),
  "azure-native:containerservice:listManagedClusterAdminCredentials": () => credentials(adminKubeconfig),
  "azure-native:containerservice:listManagedClusterUserCredentials": () => credentials(execKubeconfig),
  "azuredevops:index/getProject:getProject": ({ name }) => ({
    id: "0a0a0a0a-1111-2222-3333-444444444444",
    name,
    projectId: "0a0a0a0a-1111-2222-3333-444444444444",
    description: "",
    features: {},
    processTemplateId: "6b724908-ef14-45cf-84f8-768b5384da45",
    versionControl: "Git",
    visibility: "private",
    workItemTemplate: "Agile",
  }),
  "azuredevops:index/getPool:getPool": ({ name }) => ({
    id: "77",
    name,
    autoProvision: false,
    autoUpdate: false,
    poolType: "automation",
  }),
  "azuredevops:index/getAgentQueue:getAgentQueue": ({ name, projectId }) => ({
    id: "88",
    name,
    projectId,
    agentPoolId: 77,
  }),
};

function credentials(text: string): Result {
  return { kubeconfigs: [{ name: "fleet", value: Buffer.from(text).toString("base64") }] };
}
