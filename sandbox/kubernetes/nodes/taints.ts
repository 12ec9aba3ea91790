import type { V1Taint } from "@kubernetes/client-node";
import type { NodePoolSpec } from "../clusterRuntime";

/** The taint that AKS puts on the nodes of every spot pool (aks-docs spot-node-pool.md). */
const SPOT_TAINT = "kubernetes.azure.com/scalesetpriority=spot:NoSchedule";

/** The pool's taints, with those that AKS adds by itself. */
export function poolTaints(pool: Pick<NodePoolSpec, "taints" | "spot">): V1Taint[] {
  const texts = new Set(pool.spot ? [...pool.taints, SPOT_TAINT] : pool.taints);
  return [...texts].map(parseTaint);
}

/** Reads AKS's form, `key=value:effect` or `key:effect`. */
export function parseTaint(text: string): V1Taint {
  const [, key, value, effect] = /^([^=:]+)(?:=([^:]*))?:(NoSchedule|PreferNoSchedule|NoExecute)$/.exec(text) ?? [];
  if (key === undefined || effect === undefined) {
    throw new Error(`"${text}" is not a taint of the form key=value:effect.`);
  }
  return value === undefined || value === "" ? { key, effect } : { key, value, effect };
}
