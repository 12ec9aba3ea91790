import type { V1Node } from "@kubernetes/client-node";
import type { SmokeCluster } from "../smokeCluster";
import { CheckFailure, resultOf, type CheckResult } from "./checkResult";

/** AKS's label of the pool that a node belongs to. */
export const poolLabel = "kubernetes.azure.com/agentpool";

/** What a healthy node says of itself (kubernetes.io "Node Status"). A condition that a node does not report is no problem. */
const healthy: Readonly<Record<string, "True" | "False">> = {
  Ready: "True",
  MemoryPressure: "False",
  DiskPressure: "False",
  PIDPressure: "False",
  NetworkUnavailable: "False",
};

/** One result per node pool that has nodes. */
export async function checkNodes(cluster: SmokeCluster): Promise<readonly CheckResult[]> {
  const nodes = await cluster.nodes();
  const pools = [...new Set(nodes.map(poolOf))].sort();
  return Promise.all(
    pools.map((pool) => resultOf("nodes", pool, async () => healthOf(nodes.filter((node) => poolOf(node) === pool)))),
  );
}

export function poolOf({ metadata }: V1Node): string {
  return metadata?.labels?.[poolLabel] ?? "no pool";
}

function healthOf(nodes: readonly V1Node[]): string {
  const troubles = nodes.flatMap((node) => troublesOf(node));
  const [first] = troubles;
  if (first !== undefined) {
    throw new CheckFailure(
      troubles.map(({ text }) => text).join("; "),
      `\`kubectl describe node ${first.node}\` shows since when, and what the node's kubelet says.`,
    );
  }
  return `${nodes.length} ${nodes.length === 1 ? "node" : "nodes"} Ready, no pressure`;
}

function troublesOf({ metadata, status }: V1Node): { readonly node: string; readonly text: string }[] {
  const node = metadata?.name ?? "";
  const conditions = status?.conditions ?? [];
  if (!conditions.some(({ type }) => type === "Ready")) {
    return [{ node, text: `${node} has not said yet whether it is Ready` }];
  }
  return conditions
    .filter(({ type, status: value }) => healthy[type] !== undefined && healthy[type] !== value)
    .map(({ type, status: value, message }) => ({
      node,
      text: `${node} has ${type} ${value}: ${message ?? ""}`.trim(),
    }));
}
