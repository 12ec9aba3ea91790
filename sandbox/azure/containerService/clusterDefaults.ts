import { type JsonObject, withDefaults } from "../json";
import type { ManagedClusterProperties } from "../schema/containerService/managedCluster";
import type { NetworkProfile } from "./clusterContext";

/**
 * Network profile as AKS completes it. Sources: managedClusters.json (defaults of the ranges), aks-docs azure-cni-overlay.md.
 * Assumption: without a plugin a cluster gets kubenet, as the API has always done; the CLI sends another default.
 */
export function completeNetwork(profile: NetworkProfile | undefined): NetworkProfile {
  const plugin = profile?.networkPlugin ?? "kubenet";
  const podsApart = plugin === "kubenet" || profile?.networkPluginMode === "overlay";
  const podCidr = profile?.podCidr ?? (podsApart ? "10.244.0.0/16" : undefined);
  const serviceCidr = profile?.serviceCidr ?? "10.0.0.0/16";
  const loadBalancer = (profile?.outboundType ?? "loadBalancer") === "loadBalancer";
  return {
    networkPolicy: "none",
    outboundType: "loadBalancer",
    loadBalancerSku: "standard",
    ...(plugin === "azure" ? { networkDataplane: "azure" } : {}),
    ...(loadBalancer
      ? { loadBalancerProfile: { managedOutboundIPs: { count: 1 }, backendPoolType: "NodeIPConfiguration" } }
      : {}),
    ipFamilies: ["IPv4"],
    serviceCidrs: [serviceCidr],
    ...(podCidr === undefined ? {} : { podCidr, podCidrs: [podCidr] }),
    ...profile,
    networkPlugin: plugin,
    serviceCidr,
    dnsServiceIP: profile?.dnsServiceIP ?? "10.0.0.10",
  };
}

/** What the request leaves out of a cluster's properties. Sources: managedClusters.json (defaults), answers of the service in its examples. */
export function completeCluster(properties: ManagedClusterProperties): JsonObject {
  return withDefaults(properties, {
    maxAgentPools: 100,
    powerState: { code: "Running" },
    enableRBAC: true,
    supportPlan: "KubernetesOfficial",
    disableLocalAccounts: false,
    servicePrincipalProfile: { clientId: "msi" },
    autoUpgradeProfile: { nodeOSUpgradeChannel: "NodeImage" },
    securityProfile: {},
    storageProfile: {
      diskCSIDriver: { enabled: true },
      fileCSIDriver: { enabled: true },
      snapshotController: { enabled: true },
    },
    oidcIssuerProfile: { enabled: false },
    workloadAutoScalerProfile: {},
    metricsProfile: { costAnalysis: { enabled: false } },
    nodeProvisioningProfile: { mode: "Manual", defaultNodePools: "Auto" },
    bootstrapProfile: { artifactSource: "Direct" },
  });
}
