import type { V1Node, V1Pod } from "@kubernetes/client-node";
import type { SmokeCluster } from "../smokeCluster";
import { smokePod, type SmokePod } from "../smokePod";
import type { SmokeRun } from "../smokeRun";
import type { SmokeTarget } from "../smokeTarget";
import { poolOf } from "./checkNodes";
import { CheckFailure, resultOf, type CheckResult } from "./checkResult";
import { untilPodsReady } from "./untilPodsReady";

export interface PodsResult {
  readonly result: CheckResult;
  /** Empty unless the pods came to be ready. */
  readonly pods: readonly SmokePod[];
}

const buildLabel = "node.kubernetes.io/windows-build";

/** Whether the pods get ready, and on nodes of their version: system, Windows build and pool. */
export async function checkPods(cluster: SmokeCluster, target: SmokeTarget, run: SmokeRun): Promise<PodsResult> {
  let pods: readonly SmokePod[] = [];
  const result = await resultOf("pods", target.os, async () => {
    const ready = await untilPodsReady(cluster, target, run);
    pods = ready.map(smokePod);
    const nodes = await cluster.nodes();
    return ready.map((pod) => placeOf(pod, nodes, target)).join("; ");
  });
  return { result, pods };
}

function placeOf(pod: V1Pod, nodes: readonly V1Node[], { windows, nodeSelector }: SmokeTarget): string {
  const { name, node: nodeName } = smokePod(pod);
  const node = nodes.find(({ metadata }) => metadata?.name === nodeName);
  const labels = node?.metadata?.labels ?? {};
  const wanted = { ...nodeSelector, ...(windows && { [buildLabel]: windows.build }) };
  const wrong = Object.entries(wanted).filter(([key, value]) => labels[key] !== value);
  if (node === undefined || wrong.length > 0) {
    const text = wrong.map(([key, value]) => `${key} is ${labels[key] ?? "absent"} instead of ${value}`).join(", ");
    throw new CheckFailure(
      `${name} is ready on node ${nodeName}, which is not one of its version: ${text}`,
      "The node pool has not the labels or the node image that the program gives it: `pulumi refresh` and `pulumi up`.",
    );
  }
  const build = windows === undefined ? "" : `, build ${windows.build}`;
  return `${name} is ready on ${nodeName} of pool ${poolOf(node)}${build}`;
}
