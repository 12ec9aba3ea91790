import type { AgentDeploymentPlan, PruningPlan } from "./fleetPlan";
import type { AgentSettings } from "./settings";

/** Of the job that removes agents which are gone: one Node process. A node holds it beside its agents. */
export const pruningCpu = 0.1;
/** In a Windows container the limit counts the container's own services too. Neither figure is measured on a cluster. */
export const pruningMiB = { Linux: 128, Windows: 512 } as const;

export function planPruning(
  { name, replicas, previous }: AgentSettings,
  { osType }: Pick<AgentDeploymentPlan, "osType">,
): PruningPlan {
  return {
    // Deployments are called <class>-<generation>, and their pods after them.
    agentNamePrefix: `${name}-`,
    // It would bring up a node of a pool that is empty on purpose.
    suspended: replicas + (previous ? (previous.replicas ?? replicas) : 0) === 0,
    resources: { cpu: `${pruningCpu * 1000}m`, memoryMiB: pruningMiB[osType] },
  };
}
