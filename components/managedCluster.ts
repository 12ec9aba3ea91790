import type { ManagedClusterArgs } from "@pulumi/azure-native/containerservice";
import type * as pulumi from "@pulumi/pulumi";
import type { ClusterPlan, NetworkPlan, SystemPoolPlan } from "../plan/fleetPlan";

export interface ManagedClusterContext {
  readonly resourceGroupName: pulumi.Input<string>;
  readonly location: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly windowsAdminPassword: pulumi.Input<string>;
}

/** The plan in the words of the AKS API, version 2025-09-01. */
export function managedClusterArgs(plan: ClusterPlan, context: ManagedClusterContext): ManagedClusterArgs {
  return {
    resourceGroupName: context.resourceGroupName,
    resourceName: plan.name,
    location: context.location,
    tags: { ...context.tags },
    sku: { name: "Base", tier: plan.tier },
    supportPlan: plan.supportPlan,
    kubernetesVersion: plan.kubernetesVersion,
    dnsPrefix: plan.dnsPrefix,
    nodeResourceGroup: plan.nodeResourceGroup,
    identity: { type: "SystemAssigned" },
    enableRBAC: true,
    disableLocalAccounts: plan.disableLocalAccounts,
    ...(plan.entra && {
      aadProfile: {
        managed: true,
        enableAzureRBAC: plan.entra.azureRbac,
        adminGroupObjectIDs: [...plan.entra.adminGroupObjectIds],
      },
    }),
    apiServerAccessProfile: {
      enablePrivateCluster: plan.privateCluster,
      ...(plan.authorizedIpRanges.length > 0 && { authorizedIPRanges: [...plan.authorizedIpRanges] }),
    },
    networkProfile: networkProfile(plan.network),
    agentPoolProfiles: [systemPoolProfile(plan.systemPool, plan.network, context.tags)],
    // Both are fixed at creation: without the profile no Windows pool can ever be added (Azure/AKS#2839).
    windowsProfile: {
      adminUsername: plan.windowsAdmin.username,
      adminPassword: context.windowsAdminPassword,
      ...(plan.gmsa && { gmsaProfile: { enabled: true, ...plan.gmsa } }),
    },
    oidcIssuerProfile: { enabled: true },
    securityProfile: { workloadIdentity: { enabled: true } },
    autoUpgradeProfile: { upgradeChannel: plan.upgradeChannel, nodeOSUpgradeChannel: plan.nodeOsUpgradeChannel },
  };
}

/**
 * What AKS moves by itself must not look like a change. The whole list of pools, because after a refresh the state holds all
 * pools of the cluster in it, with their counts, not only the inline one; parts of a list can be ignored only where both
 * sides have them (pulumi properties_path.go, Reset). See docs/decisions/0008-refresh-on-request.md for what follows from it.
 */
export function ignoredChanges(plan: ClusterPlan): string[] {
  return [
    "agentPoolProfiles",
    // A minor stays what it is in AKS's answer; a full patch is moved by the upgrade channel (pulumi-azure-native#2059).
    ...(plan.kubernetesVersion.split(".").length > 2 ? ["kubernetesVersion"] : []),
    // The provider replaces the cluster for any change below windowsProfile (pulumi-azure-native replacement.go), and a new
    // password must never do that (hashicorp/terraform-provider-azurerm#10815): it is set by the command in the plan's notes.
    "windowsProfile.adminPassword",
    // The same for group managed service accounts, which AKS turns on in place: see gmsaProfile.ts.
    "windowsProfile.gmsaProfile",
  ];
}

function networkProfile(network: NetworkPlan): ManagedClusterArgs["networkProfile"] {
  return {
    networkPlugin: network.plugin,
    networkPluginMode: network.pluginMode,
    networkDataplane: network.dataplane,
    networkPolicy: network.policy,
    podCidr: network.podCidr,
    serviceCidr: network.serviceCidr,
    dnsServiceIP: network.dnsServiceIp,
    outboundType: network.outboundType,
    loadBalancerSku: "standard",
  };
}

function systemPoolProfile(pool: SystemPoolPlan, network: NetworkPlan, tags: Readonly<Record<string, string>>) {
  return {
    name: pool.name,
    mode: "System",
    type: "VirtualMachineScaleSets",
    osType: "Linux",
    osSKU: pool.osSku,
    vmSize: pool.vmSize,
    enableAutoScaling: true,
    count: pool.minCount,
    minCount: pool.minCount,
    maxCount: pool.maxCount,
    tags: { ...tags },
    ...(pool.availabilityZones.length > 0 && { availabilityZones: [...pool.availabilityZones] }),
    ...(pool.taints.length > 0 && { nodeTaints: [...pool.taints] }),
    ...(network.subnetId !== undefined && { vnetSubnetID: network.subnetId }),
  };
}
