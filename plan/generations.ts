import type { AgentOs } from "./fleetPlan";
import type { AgentSettings, Settings } from "./settings";

/** One generation of an agent class: what gets a node pool and a Deployment of its own. */
export interface Generation {
  /** Path of its keys in the configuration, such as `agents[0]` or `agents[0].previous`. */
  readonly path: string;
  readonly agentClass: AgentSettings;
  readonly letter: string;
  readonly os: AgentOs;
  readonly vmSize: string;
  readonly image?: string;
  readonly replicas: number;
}

/** The current and previous generations of all classes, in the order of the configuration. */
export function generationsOf(settings: Settings): readonly Generation[] {
  return settings.agents.flatMap((agentClass, index) => generationsOfClass(agentClass, `agents[${index}]`));
}

export function generationsOfClass(agentClass: AgentSettings, path: string): readonly Generation[] {
  const { os, vmSize, image, replicas, previous } = agentClass;
  const current: Generation = { path, agentClass, letter: agentClass.generation, os, vmSize, image, replicas };
  if (previous === undefined) return [current];
  const previousOs = previous.os ?? os;
  return [
    current,
    {
      path: `${path}.previous`,
      agentClass,
      letter: previous.generation,
      os: previousOs,
      vmSize: previous.vmSize ?? vmSize,
      image: previous.image ?? (previousOs === os ? image : undefined),
      replicas: previous.replicas ?? replicas,
    },
  ];
}
