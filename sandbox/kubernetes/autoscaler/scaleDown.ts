import type { V1Node, V1Pod } from "@kubernetes/client-node";
import { isUnfinished, SchedulingNode } from "../scheduling/schedulingNode";

/** Requested share of a node below which its pods are worth moving (aks-docs cluster-autoscaler.md 2026-07-30). */
const UTILIZATION_THRESHOLD = 0.5;
const SAFE_TO_EVICT = "cluster-autoscaler.kubernetes.io/safe-to-evict";

export interface OccupiedNode {
  readonly node: V1Node;
  /** Pods bound to the node. */
  readonly pods: readonly V1Pod[];
}

/**
 * Whether the autoscaler could do without the node: nothing on it forbids its removal, it is not used much, and everything that
 * has to move has room on the other nodes. DaemonSet and mirror pods go with the node.
 */
export function isUnneeded(candidate: OccupiedNode, others: readonly OccupiedNode[]): boolean {
  const moving = candidate.pods.filter((pod) => isUnfinished(pod) && !staysWithNode(pod));
  if (moving.length === 0) {
    return true;
  }
  if (
    !moving.every(mayBeMoved) ||
    SchedulingNode.of(candidate.node, candidate.pods).utilization() >= UTILIZATION_THRESHOLD
  ) {
    return false;
  }
  const room = others.map(({ node, pods }) => SchedulingNode.of(node, pods));
  return moving.every((pod) => {
    const home = room.find((node) => node.misfit(pod) === undefined);
    home?.place(pod);
    return home !== undefined;
  });
}

function staysWithNode({ metadata }: V1Pod): boolean {
  return (
    metadata?.annotations?.["kubernetes.io/config.mirror"] !== undefined ||
    metadata?.ownerReferences?.some(({ kind, controller }) => kind === "DaemonSet" && controller === true) === true
  );
}

/** Rules of kubernetes/autoscaler simulator/drainability, with AKS's defaults: local storage does not hold a node, system pods do. */
function mayBeMoved({ metadata }: V1Pod): boolean {
  const verdict = metadata?.annotations?.[SAFE_TO_EVICT];
  if (verdict === "true" || verdict === "false") {
    return verdict === "true";
  }
  const isReplicated = metadata?.ownerReferences?.some(({ controller }) => controller === true) === true;
  return isReplicated && metadata?.namespace !== "kube-system";
}
