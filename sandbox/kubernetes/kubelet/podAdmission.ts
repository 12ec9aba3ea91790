import type { V1Node, V1Pod } from "@kubernetes/client-node";

export interface Rejection {
  readonly reason: string;
  readonly message: string;
}

const OS_LABEL = "kubernetes.io/os";

/** What a kubelet refuses although a pod is bound to its node, in its words (pkg/kubelet/lifecycle/predicate.go). */
export function rejection(pod: V1Pod, node: V1Node): Rejection | undefined {
  const nodeOs = node.status?.nodeInfo?.operatingSystem;
  const selected = pod.spec?.nodeSelector?.[OS_LABEL];
  if (selected !== undefined && selected !== nodeOs) {
    return {
      reason: "PodOSSelectorNodeLabelDoesNotMatch",
      message: "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label",
    };
  }
  const wanted = pod.spec?.os?.name;
  if (wanted !== undefined && wanted !== nodeOs) {
    return { reason: "PodOSNotSupported", message: "Failed to admit pod as the OS field doesn't match node OS" };
  }
  return undefined;
}
