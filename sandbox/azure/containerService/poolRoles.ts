import { badRequest } from "../errors";
import { textAt } from "../json";
import type { StoredResource } from "../store";
import { isHardTainted } from "./rules/poolPlacement";
import { taintsOf } from "./writePool";

/**
 * Every cluster keeps a system pool, and a pool onto which pods without tolerations can go; AKS's own system pods tolerate CriticalAddonsOnly.
 * Source: aks-docs use-system-pools.md 2026-04-30.
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
  const linux = pools.filter((pool) => textAt(pool.body, "properties.osType") !== "Windows");
  const tainted = linux.every((pool) =>
    isHardTainted(taintsOf(pool).filter((taint) => !taint.startsWith("CriticalAddonsOnly"))),
  );
  if (tainted) {
    throw badRequest(
      "CanNotTaintAllAgentPools",
      "Can not taint all agent pools: at least one Linux pool has to take pods without tolerations.",
      "nodeTaints",
    );
  }
}
