import type { ClusterSpec, NodePoolSpec } from "../clusterRuntime";
import { predictableLabels } from "../nodes/nodeLabels";
import { nodeCapacity } from "../nodes/nodeResources";
import { poolTaints } from "../nodes/taints";
import { vmSize } from "../nodes/vmSizes";
import { parseResources } from "../scheduling/resources";
import { SchedulingNode } from "../scheduling/schedulingNode";

/** The template's number of pods, whatever the pool's maxPods is. */
const TEMPLATE_PODS = 110;

/**
 * The node that the Azure autoscaler imagines for a pool without nodes: operating system, architecture, size, region, zone, and
 * the pool's own labels and taints. Nothing that only a node which has joined can tell, such as its Windows build; and all of
 * the machine's resources, without what AKS reserves. Source: kubernetes/autoscaler
 * cluster-autoscaler/cloudprovider/azure/azure_template.go.
 */
export function emptyPoolTemplate(cluster: ClusterSpec, pool: NodePoolSpec, name: string): SchedulingNode {
  const capacity = nodeCapacity(vmSize(pool.vmSize), pool);
  return new SchedulingNode(name, predictableLabels(cluster, pool, name, pool.zones[0]), poolTaints(pool), {
    ...parseResources(capacity),
    pods: TEMPLATE_PODS,
  });
}
