import type { ClusterPlan, NetworkPlan } from "./fleetPlan";
import { planClusterGmsa } from "./gmsa";
import { needsLongTermSupport } from "./kubernetesVersions";
import { namesOf, systemPoolName } from "./names";
import type { PlanContext } from "./planContext";
import { serviceAddress } from "./serviceAddress";
import type { Settings } from "./settings";

/** Derives the cluster from valid settings. */
export function planCluster(settings: Settings, context: PlanContext): ClusterPlan {
  const { cluster, kubernetesVersion } = settings;
  const names = namesOf(settings, context);
  const gmsa = planClusterGmsa(settings);
  return {
    name: names.cluster,
    dnsPrefix: names.dnsPrefix,
    kubernetesVersion,
    tier: cluster.tier,
    supportPlan: needsLongTermSupport(kubernetesVersion, context.now) ? "AKSLongTermSupport" : "KubernetesOfficial",
    systemPool: {
      name: systemPoolName,
      vmSize: cluster.systemNodes.vmSize,
      osSku: "Ubuntu",
      minCount: cluster.systemNodes.min,
      maxCount: cluster.systemNodes.max,
      availabilityZones: cluster.availabilityZones,
      // Untainted: with every agent pool tainted it is the only place for whatever else the cluster needs.
      taints: [],
    },
    network: planNetwork(cluster.network),
    authorizedIpRanges: cluster.authorizedIpRanges,
    privateCluster: cluster.privateCluster,
    nodeResourceGroup: names.nodeResourceGroup,
    windowsAdmin: {
      username: cluster.windowsAdminUsername,
      passwordGeneration: cluster.windowsAdminPasswordGeneration,
    },
    ...(gmsa && { gmsa }),
    ...(cluster.entra && { entra: cluster.entra }),
    disableLocalAccounts: cluster.disableLocalAccounts,
    // `stable` and `rapid` would take the cluster to a minor that its Windows version does not know (azure-aks-docs auto-upgrade).
    upgradeChannel: "patch",
    nodeOsUpgradeChannel: "NodeImage",
    maintenance: cluster.maintenance,
  };
}

type NetworkSettings = Settings["cluster"]["network"];

export function isOverlay({ plugin, pluginMode }: NetworkSettings): boolean {
  return (pluginMode ?? (plugin === "azure" ? "overlay" : "none")) === "overlay";
}

/** The pods' own range; absent where they take addresses of the subnet. */
export function podCidrOf(network: NetworkSettings): string | undefined {
  return network.podCidr ?? (isOverlay(network) || network.plugin === "kubenet" ? "10.244.0.0/16" : undefined);
}

function planNetwork(network: NetworkSettings): NetworkPlan {
  const podCidr = podCidrOf(network);
  return {
    plugin: network.plugin,
    ...(isOverlay(network) && { pluginMode: "overlay" as const }),
    ...(network.dataplane && { dataplane: network.dataplane }),
    ...(network.policy && { policy: network.policy }),
    ...(podCidr !== undefined && { podCidr }),
    serviceCidr: network.serviceCidr,
    dnsServiceIp: network.dnsServiceIp ?? serviceAddress(network.serviceCidr, 10),
    ...(network.subnetId !== undefined && { subnetId: network.subnetId }),
    outboundType: network.outboundType,
  };
}
