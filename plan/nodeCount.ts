import type { Generation } from "./generations";
import { isOverlay } from "./planCluster";
import type { Settings } from "./settings";

/** AKS adds one node to a pool while it upgrades it (azure-aks-docs upgrade-aks-node-pools-rolling.md). */
export const surgeNodes = 1;
/** Pods of a node where the configuration says nothing and pods take addresses of the subnet. */
const defaultMaxPodsInSubnet = 30;

/** Most nodes that may exist at once, surge included. */
export function mostNodes(settings: Settings, generations: readonly Generation[]): number {
  return poolsOf(settings, generations).reduce((sum, { nodes }) => sum + nodes, 0);
}

/** Most addresses that the fleet takes from its subnet. F79: without overlay every node reserves those of its pods in advance. */
export function subnetAddresses(settings: Settings, generations: readonly Generation[]): number {
  const { network } = settings.cluster;
  const podsInSubnet = network.plugin === "azure" && !isOverlay(network);
  return poolsOf(settings, generations).reduce(
    (sum, { nodes, maxPods }) => sum + nodes * (podsInSubnet ? maxPods + 1 : 1),
    0,
  );
}

function poolsOf(settings: Settings, generations: readonly Generation[]) {
  return [
    { nodes: settings.cluster.systemNodes.max + surgeNodes, maxPods: defaultMaxPodsInSubnet },
    ...generations.map(({ agentClass }) => ({
      nodes: agentClass.nodes.max + surgeNodes,
      maxPods: agentClass.maxPods ?? defaultMaxPodsInSubnet,
    })),
  ];
}
