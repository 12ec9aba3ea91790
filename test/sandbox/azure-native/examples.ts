import type { Properties } from "../../../sandbox/engine/provider/resourceProvider";

export const groupToken = "azure-native:resources:ResourceGroup";
export const clusterToken = "azure-native:containerservice:ManagedCluster";
export const poolToken = "azure-native:containerservice:AgentPool";
export const identityToken = "azure-native:managedidentity:UserAssignedIdentity";
export const networkToken = "azure-native:network:VirtualNetwork";
export const subnetToken = "azure-native:network:Subnet";

export const group: Properties = { resourceGroupName: "rg" };

/** A cluster that takes Windows pools. */
export const cluster: Properties = {
  ...group,
  resourceName: "aks",
  dnsPrefix: "aks",
  identity: { type: "SystemAssigned" },
  agentPoolProfiles: [
    { name: "system", mode: "System", count: 1, vmSize: "Standard_D2s_v5", osType: "Linux", osSKU: "AzureLinux" },
  ],
  networkProfile: { networkPlugin: "azure", networkPluginMode: "overlay" },
  windowsProfile: { adminUsername: "azureuser", adminPassword: "Pass-word-1234" },
};

export const windowsPool: Properties = {
  ...group,
  resourceName: "aks",
  agentPoolName: "wina",
  mode: "User",
  osType: "Windows",
  osSKU: "Windows2022",
  vmSize: "Standard_D4s_v5",
  enableAutoScaling: true,
  minCount: 0,
  maxCount: 5,
  count: 0,
};
