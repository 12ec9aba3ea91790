import type { ValueRules } from "../inputs/inputProblems";
import type { ResourceTypeSpec } from "./resourceTypeSpec";

const cluster =
  "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ContainerService/managedClusters/{resourceName}";

// azure-rest-api-specs containerservice aks/stable/2025-09-01/managedClusters.json, like all limits in this file.
const clusterNameRules: ValueRules = {
  resourceGroupName: { minLength: 1, maxLength: 90 },
  resourceName: {
    minLength: 1,
    maxLength: 63,
    pattern: /^[a-zA-Z0-9]$|^[a-zA-Z0-9][-_a-zA-Z0-9]{0,61}[a-zA-Z0-9]$/,
  },
};

const poolName = /^[a-z][a-z0-9]{0,11}$/;
const range = /^([0-9]{1,3}\.){3}[0-9]{1,3}(\/([0-9]|[1-2][0-9]|3[0-2]))?$/;
const address = /^(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)\.){3}(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)$/;

function poolRules(prefix: string): ValueRules {
  return {
    [`${prefix}osDiskSizeGB`]: { minimum: 0, maximum: 2048 },
    [`${prefix}upgradeSettings.drainTimeoutInMinutes`]: { minimum: 1, maximum: 1440 },
    [`${prefix}upgradeSettings.nodeSoakDurationInMinutes`]: { minimum: 0, maximum: 30 },
  };
}

const agentPool: ResourceTypeSpec = {
  token: "azure-native:containerservice:AgentPool",
  apiVersion: "2025-09-01",
  path: `${cluster}/agentPools/{agentPoolName}`,
  typings: { file: "containerservice/agentPool", className: "AgentPool" },
  placement: { outside: ["id", "name"] },
  // As an input it is the kind of scale set, as an output the resource type.
  outputsOutside: ["type"],
  replaceOnChanges: ["gpuInstanceProfile", "vmSize", "networkProfile.nodePublicIPTags"],
  valueRules: {
    ...clusterNameRules,
    ...poolRules(""),
    agentPoolName: { minLength: 1, maxLength: 12, pattern: poolName },
  },
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
    valueRules: {
      ...clusterNameRules,
      ...poolRules("agentPoolProfiles[]."),
      "agentPoolProfiles[].name": { pattern: poolName },
      "networkProfile.podCidr": { pattern: range },
      "networkProfile.serviceCidr": { pattern: range },
      "networkProfile.dnsServiceIP": { pattern: address },
      "networkProfile.loadBalancerProfile.allocatedOutboundPorts": { minimum: 0, maximum: 64000 },
      "networkProfile.loadBalancerProfile.idleTimeoutInMinutes": { minimum: 4, maximum: 120 },
      "networkProfile.natGatewayProfile.idleTimeoutInMinutes": { minimum: 4, maximum: 120 },
      "linuxProfile.adminUsername": { pattern: /^[A-Za-z][-A-Za-z0-9_]*$/ },
    },
    caseInsensitive: ["networkProfile.loadBalancerProfile.backendPoolType"],
    longRunning: { write: true, delete: true },
  },
  agentPool,
  {
    ...agentPool,
    // The parameterised package for the API version that knows Windows2025 (AKS API 2026-02-01).
    token: "azure-native_containerservice_v20260201:containerservice:AgentPool",
    apiVersion: "2026-02-01",
  },
  {
    token: "azure-native:containerservice:MaintenanceConfiguration",
    apiVersion: "2025-09-01",
    path: `${cluster}/maintenanceConfigurations/{configName}`,
    typings: { file: "containerservice/maintenanceConfiguration", className: "MaintenanceConfiguration" },
    placement: { outside: ["id", "name", "type", "systemData"] },
    replaceOnChanges: [],
    valueRules: {
      ...clusterNameRules,
      "maintenanceWindow.durationHours": { minimum: 4, maximum: 24 },
      "maintenanceWindow.startTime": { pattern: /^\d{2}:\d{2}$/ },
      "maintenanceWindow.utcOffset": { pattern: /^(-|\+)[0-9]{2}:[0-9]{2}$/ },
      "maintenanceWindow.schedule.daily.intervalDays": { minimum: 1, maximum: 7 },
      "maintenanceWindow.schedule.weekly.intervalWeeks": { minimum: 1, maximum: 4 },
      "maintenanceWindow.schedule.absoluteMonthly.intervalMonths": { minimum: 1, maximum: 6 },
      "maintenanceWindow.schedule.absoluteMonthly.dayOfMonth": { minimum: 1, maximum: 31 },
      "maintenanceWindow.schedule.relativeMonthly.intervalMonths": { minimum: 1, maximum: 6 },
    },
    longRunning: { write: false, delete: false },
  },
];
