import { badRequest } from "../../errors";
import type { AgentPoolProperties } from "../../schema/containerService/agentPool";

export const spotTaint = "kubernetes.azure.com/scalesetpriority=spot:NoSchedule";
export const systemTaint = "CriticalAddonsOnly=true:NoSchedule";
const taintPattern = /^([A-Za-z0-9./_-]+)(?:=([A-Za-z0-9._-]*))?:(NoSchedule|PreferNoSchedule|NoExecute)$/;

/**
 * Taints and labels. Sources: aks-docs use-node-taints.md 2024-05-07, use-labels.md, use-system-pools.md 2026-04-30;
 * Azure/AKS#1412 (duplicates), #2578 (system pools), Azure/karpenter-provider-azure#1830 (reserved prefix).
 */
export function checkPlacement(pool: AgentPoolProperties): void {
  const taints = pool.nodeTaints ?? [];
  const seen = new Set<string>();
  for (const taint of taints) {
    const match = taintPattern.exec(taint);
    if (match === null) {
      throw invalid("nodeTaints", `the taint '${taint}' is not of the form key=value:effect`);
    }
    const [, key = "", , effect = ""] = match;
    if (seen.has(`${key}:${effect}`)) {
      throw invalid("nodeTaints", `there are two taints with key '${key}' and effect '${effect}'`);
    }
    seen.add(`${key}:${effect}`);
    if (key.startsWith("kubernetes.azure.com/") && taint !== spotTaint) {
      throw invalid("nodeTaints", `the prefix kubernetes.azure.com is reserved: '${taint}'`);
    }
    if (pool.mode === "System" && taint !== systemTaint && effect !== "PreferNoSchedule") {
      throw badRequest(
        "SystemPoolHasRestrictedTaint",
        `System pools can not have taint '${taint}': the only hard taint allowed is ${systemTaint}.`,
        "agentPoolProfile.nodeTaints",
      );
    }
  }
  for (const [key, value] of Object.entries(pool.nodeLabels ?? {})) {
    checkLabel(key, value);
  }
}

function checkLabel(key: string, value: string): void {
  if (/^(kubernetes\.azure\.com|kubernetes\.io)\//.test(key)) {
    throw invalid("nodeLabels", `the label '${key}' has a reserved prefix`);
  }
  const name = key.includes("/") ? key.slice(key.indexOf("/") + 1) : key;
  if (!/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/.test(name)) {
    throw invalid("nodeLabels", `'${key}' is not a label key`);
  }
  if (!/^([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/.test(value)) {
    throw invalid("nodeLabels", `'${value}' is not a label value`);
  }
}

const invalid = (property: string, reason: string) =>
  badRequest(
    "InvalidParameter",
    `The value of parameter agentPoolProfile.${property} is invalid. Error details: ${reason}.`,
    `agentPoolProfile.${property}`,
  );
