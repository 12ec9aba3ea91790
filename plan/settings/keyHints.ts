import type { Problem } from "../problem";

/** Keys that people look for and that are missing on purpose. */
export const keyHints: readonly {
  readonly code: string;
  readonly parent: RegExp;
  readonly name: RegExp;
  readonly message: string;
  readonly remedy: string;
}[] = [
  {
    // F65, F67
    code: "system-pool-spot",
    parent: /^cluster\.systemNodes$/,
    name: /^(?:spot|scaleSetPriority)$/i,
    message: "The system pool cannot run on spot nodes: AKS refuses it, and the cluster would lose its own services.",
    remedy: "Remove the key; set spot on an agent class instead.",
  },
  {
    code: "system-pool-fixed",
    parent: /^cluster\.systemNodes$/,
    name: /^(?:os|osType|osSku|taints|nodeTaints|mode)$/i,
    message: "The system pool is always Linux and untainted: AKS allows no Windows there.",
    remedy: "Remove the key; Windows nodes belong to an agent class.",
  },
  {
    // F06, F07
    code: "agent-name-fixed",
    parent: /^agents\[\d+\]$/,
    name: /^(?:agentName|hostname|computerName)$/i,
    message:
      "Agents have no fixed name: each is called after its pod, because two of one name push each other out of the pool, and a restarted one waits minutes for the old session.",
    remedy: "Remove the key.",
  },
  {
    // F14 to F19
    code: "placement-derived",
    parent: /^agents\[\d+\]$/,
    name: /^(?:taints|nodeTaints|tolerations|labels|nodeLabels|nodeSelector|affinity|runtimeClass(?:Name)?)$/i,
    message: "Where agents run follows from name, os and generation, so that taints and tolerations always agree.",
    remedy: "Remove the key.",
  },
  {
    // F02
    code: "os-derived",
    parent: /^agents\[\d+\](?:\.previous)?$/,
    name: /^(?:osSku|osType|osVersion|windowsBuild|enableFips|fips)$/i,
    message: "Node OS SKU, build, FIPS and image base follow from os.",
    remedy: "Set os to windows2022, windows2025 or linux.",
  },
  {
    // F69
    code: "upgrade-channel-fixed",
    parent: /^cluster$/,
    name: /^(?:autoUpgradeChannel|upgradeChannel|autoUpgradeProfile|nodeOsUpgradeChannel)$/i,
    message:
      "The cluster is kept on the channel patch and its nodes on NodeImage: other channels move it to a minor that its Windows version may not know.",
    remedy: "Set kubernetesVersion to choose the minor, and cluster.maintenance to choose the time.",
  },
  {
    // F40
    code: "node-pools-derived",
    parent: /^(?:cluster)?$/,
    name: /^(?:agentPoolProfiles|nodePools|windowsPools|pools)$/i,
    message:
      "Node pools are not configured by themselves: each agent class has its own, and the cluster has one system pool.",
    remedy: "Add an entry to agents, or change cluster.systemNodes.",
  },
  {
    // F31
    code: "agent-pool-id",
    parent: /^azureDevOps(?:\.agentPool)?$/,
    name: /^(?:poolId|agentPoolId|queueId)$/i,
    message: "Ids of pools and queues are easily mixed up, so they are not configured.",
    remedy: "Name an existing pool in azureDevOps.agentPool.existing.",
  },
];

/** The problem that an unknown key of that name makes at that place, when there is more to say than that it is unknown. */
export function hintFor(parent: string, name: string): Omit<Problem, "path"> | undefined {
  const hint = keyHints.find((candidate) => candidate.parent.test(parent) && candidate.name.test(name));
  return hint && { code: hint.code, message: hint.message, remedy: hint.remedy };
}
