import { badRequest } from "../errors";
import { textAt } from "../json";
import type { StoredResource } from "../store";
import { systemTaint } from "./rules/poolPlacement";
import { taintsOf } from "./writePool";

/**
 * Every cluster keeps a system pool, and a pool without taints of the user's own, soft ones included; CriticalAddonsOnly does not count.
 * Sources: aks-docs use-system-pools.md 2026-04-30, Azure/AKS#1484, Azure/AKS#1833.
 * @throws ArmError `MustDefineAtLeastOneSystemPool` or `CanNotTaintAllAgentPools`.
 */
export function checkUntaintedPool(pools: readonly StoredResource[]): void {
  if (pools.length === 0) {
    throw badRequest("AgentPoolProfilesRequired", "There has to be at least one agent pool.", "agentPoolProfiles");
  }
  const system = pools.filter((pool) => textAt(pool.body, "properties.mode") === "System");
  if (system.length === 0) {
    throw badRequest("MustDefineAtLeastOneSystemPool", "Must define at least one system pool.", "agentPoolProfiles");
  }
  if (pools.every((pool) => taintsOf(pool).some((taint) => taint !== systemTaint))) {
    throw badRequest(
      "CanNotTaintAllAgentPools",
      "Operation failed due to insufficient nodes for system pod scheduling. Placing custom taints on all node pools is not supported.",
      "nodeTaints",
    );
  }
}
