import { type JsonObject, withDefaults } from "../json";
import type { AgentPoolProperties } from "../schema/containerService/agentPool";
import { minorNumber } from "../tables/kubernetesVersions";
import { defaultWindowsSku, windowsSkus } from "../tables/windowsSkus";
import type { ClusterContext } from "./clusterContext";
import { spotTaint } from "./rules/poolPlacement";
import { parseVmSize } from "./vmSize";

/** Newest Linux images known. Source: Azure/AKS CHANGELOG 2026-07-17; Ubuntu is 24.04 from Kubernetes 1.35 on (same file). */
function linuxImage(osSku: string, minor: number): string {
  if (osSku.startsWith("AzureLinux")) {
    return "AKSAzureLinux-V3gen2-202607.09.0";
  }
  const newer = osSku === "Ubuntu2404" || (osSku === "Ubuntu" && minor >= 35);
  return `AKSUbuntu-${newer ? "2404" : "2204"}gen2containerd-202607.09.0`;
}

/** Managed OS disk size in GiB by vCPU count. Source: aks-docs concepts-storage.md 2026-07-30. */
function defaultDiskSize(vmSize: string): number {
  const vCpus = parseVmSize(vmSize)?.vCpus ?? 0;
  return vCpus >= 64 ? 1024 : vCpus >= 16 ? 512 : vCpus >= 8 ? 256 : 128;
}

/** Pods per node. Source: aks-docs azure-cni-overlay.md, quotas-skus-regions.md. */
function defaultMaxPods({ networkProfile }: ClusterContext, podSubnet: boolean): number {
  if (networkProfile.networkPlugin !== "azure") {
    return 110;
  }
  return networkProfile.networkPluginMode === "overlay" ? 250 : podSubnet ? 110 : 30;
}

/**
 * A pool as AKS completes it: what the request leaves out, and what only the service knows.
 * @param version full Kubernetes version of the pool.
 */
export function completePool(pool: AgentPoolProperties, version: string, cluster: ClusterContext): JsonObject {
  const windows = pool.osType === "Windows";
  const minor = minorNumber(version);
  const osSKU = pool.osSKU ?? (windows ? defaultWindowsSku(minor) : "Ubuntu");
  const spot = pool.scaleSetPriority === "Spot";
  const count = pool.count ?? (pool.enableAutoScaling === true ? Math.max(pool.minCount ?? 1, 1) : 1);
  const completed = withDefaults(pool, {
    count,
    mode: "User",
    osType: "Linux",
    osSKU,
    osDiskSizeGB: defaultDiskSize(pool.vmSize ?? ""),
    osDiskType: "Managed",
    kubeletDiskType: "OS",
    workloadRuntime: "OCIContainer",
    maxPods: defaultMaxPods(cluster, pool.podSubnetID !== undefined),
    type: "VirtualMachineScaleSets",
    scaleDownMode: "Delete",
    enableNodePublicIP: false,
    enableEncryptionAtHost: false,
    enableUltraSSD: false,
    enableFIPS: windows && osSKU === "Windows2025",
    powerState: { code: "Running" },
    upgradeSettings: spot ? {} : { maxSurge: "10%", maxUnavailable: "0" },
    securityProfile: { enableVTPM: false, enableSecureBoot: false },
    orchestratorVersion: version,
  });
  return {
    ...completed,
    ...(spot ? spotAdditions(pool) : {}),
    currentOrchestratorVersion: version,
    nodeImageVersion: windows ? windowsSkus[osSKU]?.image : linuxImage(osSKU, minor),
  };
}

/** Source: aks-docs spot-node-pool.md. */
function spotAdditions(pool: AgentPoolProperties): JsonObject {
  const taints = pool.nodeTaints ?? [];
  return {
    scaleSetEvictionPolicy: pool.scaleSetEvictionPolicy ?? "Delete",
    spotMaxPrice: pool.spotMaxPrice ?? -1,
    nodeTaints: taints.includes(spotTaint) ? taints : [...taints, spotTaint],
    nodeLabels: { ...pool.nodeLabels, "kubernetes.azure.com/scalesetpriority": "spot" },
  };
}
