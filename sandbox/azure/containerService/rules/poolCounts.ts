import { badRequest } from "../../errors";
import type { AgentPoolProperties } from "../../schema/containerService/agentPool";

/** Size and autoscaling. Sources: aks-docs use-system-pools.md 2026-04-30, cluster-autoscaler.md; managedClusters.json (count). */
export function checkCounts(pool: AgentPoolProperties): void {
  const system = pool.mode === "System";
  const { minCount, maxCount, count, enableAutoScaling } = pool;
  if (enableAutoScaling !== true) {
    if (minCount !== undefined || maxCount !== undefined) {
      throw invalid("minCount", "minCount and maxCount can only be set when enableAutoScaling is true");
    }
    if (system && count === 0) {
      throw invalid("count", "a system pool has 1 to 1000 nodes");
    }
    return;
  }
  if (minCount === undefined || maxCount === undefined) {
    throw invalid("minCount", "minCount and maxCount are required when enableAutoScaling is true");
  }
  if (minCount < (system ? 1 : 0)) {
    throw invalid("minCount", `the minimum of a ${system ? "system" : "user"} pool is ${system ? 1 : 0}`);
  }
  if (maxCount < 1 || maxCount > 1000) {
    throw invalid("maxCount", "maxCount is between 1 and 1000");
  }
  if (minCount > maxCount) {
    throw invalid("minCount", "minCount is larger than maxCount");
  }
  if (count !== undefined && (count < minCount || count > maxCount)) {
    throw invalid("count", `the count ${count} is not between minCount ${minCount} and maxCount ${maxCount}`);
  }
}

const invalid = (property: string, reason: string) =>
  badRequest(
    "InvalidParameter",
    `The value of parameter agentPoolProfile.${property} is invalid. Error details: ${reason}.`,
    `agentPoolProfile.${property}`,
  );
