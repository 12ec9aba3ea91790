import type { ClusterSpec, NodePoolSpec } from "../clusterRuntime";
import { operatingSystem } from "./operatingSystems";
import { vmSize } from "./vmSizes";

export type Labels = Readonly<Record<string, string>>;

/** The zone label's value: "<region>-<number>", or "0" where the pool has no zones (aks-docs availability-zones.md). */
export function zoneLabel(location: string, zone: string | undefined): string {
  return zone === undefined ? "0" : `${location.toLowerCase()}-${zone}`;
}

/** What the autoscaler knows of a node before the pool has one, and every node carries as well. */
export function predictableLabels(cluster: ClusterSpec, pool: NodePoolSpec, name: string, zone?: string): Labels {
  const os = pool.osType.toLowerCase();
  const { architecture } = vmSize(pool.vmSize);
  const region = cluster.location.toLowerCase();
  const zoneValue = zoneLabel(cluster.location, zone);
  return {
    ...pool.labels,
    ...(pool.spot ? { "kubernetes.azure.com/scalesetpriority": "spot" } : {}),
    agentpool: pool.name,
    "kubernetes.azure.com/agentpool": pool.name,
    "beta.kubernetes.io/arch": architecture,
    "beta.kubernetes.io/instance-type": pool.vmSize,
    "beta.kubernetes.io/os": os,
    "failure-domain.beta.kubernetes.io/region": region,
    "failure-domain.beta.kubernetes.io/zone": zoneValue,
    "kubernetes.io/arch": architecture,
    "kubernetes.io/hostname": name,
    "kubernetes.io/os": os,
    "node.kubernetes.io/instance-type": pool.vmSize,
    "topology.kubernetes.io/region": region,
    "topology.kubernetes.io/zone": zoneValue,
    "topology.disk.csi.azure.com/zone": zone === undefined ? "" : zoneValue,
  };
}

/** All labels of a node that has joined (aks-docs use-labels.md; windows-build is kubelet's own). */
export function nodeLabels(cluster: ClusterSpec, pool: NodePoolSpec, name: string, zone?: string): Labels {
  const { effectiveSku, windowsBuild } = operatingSystem(pool);
  return {
    ...predictableLabels(cluster, pool, name, zone),
    "kubernetes.azure.com/cluster": cluster.nodeResourceGroup,
    "kubernetes.azure.com/mode": pool.mode.toLowerCase(),
    "kubernetes.azure.com/node-image-version": pool.nodeImageVersion,
    "kubernetes.azure.com/nodepool-type": "VirtualMachineScaleSets",
    "kubernetes.azure.com/os-sku": pool.osSku,
    "kubernetes.azure.com/os-sku-effective": effectiveSku,
    "kubernetes.azure.com/os-sku-requested": pool.osSku,
    "kubernetes.azure.com/role": "agent",
    "kubernetes.azure.com/storageprofile": "managed",
    "kubernetes.azure.com/storagetier": "Premium_LRS",
    storageprofile: "managed",
    storagetier: "Premium_LRS",
    ...(windowsBuild === undefined ? {} : { "node.kubernetes.io/windows-build": windowsBuild }),
  };
}
