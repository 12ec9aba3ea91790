import type { ResourceTypeSpec } from "./resourceTypeSpec";

const cluster =
  "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ContainerService/managedClusters/{resourceName}";

const agentPool: ResourceTypeSpec = {
  token: "azure-native:containerservice:AgentPool",
  apiVersion: "2025-09-01",
  path: `${cluster}/agentPools/{agentPoolName}`,
  typings: { file: "containerservice/agentPool", className: "AgentPool" },
  placement: { outside: ["id", "name"] },
  // As an input it is the kind of scale set, as an output the resource type.
  outputsOutside: ["type"],
  replaceOnChanges: ["gpuInstanceProfile", "vmSize", "networkProfile.nodePublicIPTags"],
  longRunning: { write: true, delete: true },
};

export const containerService: readonly ResourceTypeSpec[] = [
  {
    token: "azure-native:containerservice:ManagedCluster",
    apiVersion: "2025-09-01",
    path: cluster,
    typings: { file: "containerservice/managedCluster", className: "ManagedCluster" },
    placement: {
      outside: [
        "id",
        "name",
        "type",
        "systemData",
        "location",
        "tags",
        "eTag",
        "sku",
        "extendedLocation",
        "identity",
        "kind",
      ],
    },
    replaceOnChanges: [
      "diskEncryptionSetID",
      "dnsPrefix",
      "fqdnSubdomain",
      "linuxProfile",
      "location",
      "nodeResourceGroup",
      "windowsProfile",
      "networkProfile.serviceCidr",
      "networkProfile.serviceCidrs",
      "networkProfile.podCidrs",
      "networkProfile.dnsServiceIP",
      "networkProfile.networkMode",
      "networkProfile.networkPlugin",
      "networkProfile.networkPluginMode",
      "networkProfile.podCidr",
      "networkProfile.networkDataplane",
      "networkProfile.networkPolicy",
      "networkProfile.outboundType",
      "networkProfile.ipFamilies",
    ],
    caseInsensitive: ["networkProfile.loadBalancerProfile.backendPoolType"],
    longRunning: { write: true, delete: true },
  },
  agentPool,
  {
    ...agentPool,
    // The parameterised package for the API version that knows Windows2025 (AKS API 2026-02-01).
    token: "azure-native_containerservice_v20260201:containerservice/v20260201:AgentPool",
    apiVersion: "2026-02-01",
    additionalProperties: [],
  },
  {
    token: "azure-native:containerservice:MaintenanceConfiguration",
    apiVersion: "2025-09-01",
    path: `${cluster}/maintenanceConfigurations/{configName}`,
    typings: { file: "containerservice/maintenanceConfiguration", className: "MaintenanceConfiguration" },
    placement: { outside: ["id", "name", "type", "systemData"] },
    replaceOnChanges: [],
    longRunning: { write: false, delete: false },
  },
];
