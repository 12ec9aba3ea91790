import type { ClusterSpec, NodePoolSpec } from "../clusterRuntime";

/** The name of a pool's virtual machine scale set. `suffix` are the cluster's eight digits. */
export function scaleSetName(pool: Pick<NodePoolSpec, "name" | "osType">, suffix: string): string {
  // A Windows computer name has 15 characters at most, six of which number the instance.
  return pool.osType === "Windows" ? `aks${pool.name}` : `aks-${pool.name}-${suffix}-vmss`;
}

/** The host name of an instance, which is also its node's name: Azure numbers instances in base 36, six digits. */
export function nodeName(pool: Pick<NodePoolSpec, "name" | "osType">, suffix: string, instance: number): string {
  return `${scaleSetName(pool, suffix)}${instance.toString(36).padStart(6, "0")}`;
}

export function providerId(cluster: ClusterSpec, pool: NodePoolSpec, suffix: string, instance: number): string {
  const subscription = /\/subscriptions\/([^/]+)/i.exec(cluster.id)?.[1] ?? "";
  const segments = [
    ["subscriptions", subscription],
    ["resourceGroups", cluster.nodeResourceGroup.toLowerCase()],
    ["providers", "Microsoft.Compute"],
    ["virtualMachineScaleSets", scaleSetName(pool, suffix)],
    ["virtualMachines", String(instance)],
  ];
  return `azure:///${segments.flat().join("/")}`;
}
