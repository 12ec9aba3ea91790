import type { V1Node, V1Pod, V1Taint } from "@kubernetes/client-node";
import { selectsNode } from "./nodeSelection";
import { addResources, parseResources, podRequests, type Resources } from "./resources";
import { toleratesAll } from "./toleration";

/** Why a pod does not fit on a node, in the scheduler's words. */
export type Misfit = string;

/** A node as the scheduler sees it, real or imagined, with what is placed on it. */
export class SchedulingNode {
  private used: Resources = {};
  private podCount = 0;

  constructor(
    readonly name: string,
    readonly labels: Readonly<Record<string, string>>,
    private readonly taints: readonly V1Taint[],
    readonly allocatable: Resources,
    private readonly unschedulable = false,
  ) {}

  /** A node of the cluster with the pods that are bound to it and have not ended. */
  static of(node: V1Node, pods: readonly V1Pod[]): SchedulingNode {
    const scheduling = new SchedulingNode(
      node.metadata?.name ?? "",
      node.metadata?.labels ?? {},
      node.spec?.taints ?? [],
      parseResources(node.status?.allocatable),
      node.spec?.unschedulable === true,
    );
    pods.filter(isUnfinished).forEach((pod) => scheduling.place(pod));
    return scheduling;
  }

  /** The first reason why the pod does not fit, undefined when it does. */
  misfit(pod: V1Pod): Misfit | undefined {
    const { tolerations = [] } = pod.spec ?? {};
    if (this.unschedulable) {
      return "node(s) were unschedulable";
    }
    if (!selectsNode(pod, this.name, this.labels)) {
      return "node(s) didn't match Pod's node affinity/selector";
    }
    if (!toleratesAll(tolerations, this.taints)) {
      return "node(s) had untolerated taint(s)";
    }
    if (this.podCount + 1 > (this.allocatable["pods"] ?? 0)) {
      return "Too many pods";
    }
    const wanted = Object.entries(podRequests(pod));
    const short = wanted.find(([name, amount]) => amount > 0 && amount > this.free(name));
    return short === undefined ? undefined : `Insufficient ${short[0]}`;
  }

  /** Puts the pod on the node, whether it fits or not. */
  place(pod: V1Pod): void {
    this.used = addResources(this.used, podRequests(pod));
    this.podCount += 1;
  }

  /** The larger of the requested shares of processor and memory, which is how the autoscaler measures use. */
  utilization(): number {
    return Math.max(...["cpu", "memory"].map((name) => (this.used[name] ?? 0) / (this.allocatable[name] ?? Infinity)));
  }

  private free(resource: string): number {
    return (this.allocatable[resource] ?? 0) - (this.used[resource] ?? 0);
  }
}

export function isUnfinished(pod: V1Pod): boolean {
  return pod.status?.phase !== "Succeeded" && pod.status?.phase !== "Failed";
}
