import type { AgentOs } from "./fleetPlan";
import type { AgentSettings, Settings } from "./settings";

/** One generation of an agent class: what gets a node pool and a Deployment of its own. */
export interface Generation {
  readonly agentClass: AgentSettings;
  readonly letter: string;
  readonly os: AgentOs;
  readonly vmSize: string;
  readonly image?: string;
  readonly replicas: number;
  /** Where in the configuration each value stands: a previous generation inherits what it does not say. */
  readonly paths: GenerationPaths;
}

export interface GenerationPaths {
  /** The agent class, such as `agents[0]`. */
  readonly agentClass: string;
  readonly letter: string;
  readonly os: string;
  readonly vmSize: string;
  readonly image: string;
  readonly replicas: string;
}

/** The current and previous generations of all classes, in the order of the configuration. */
export function generationsOf(settings: Settings): readonly Generation[] {
  return settings.agents.flatMap(generationsOfClass);
}

export function generationsOfClass(agentClass: AgentSettings, index: number): readonly Generation[] {
  const path = `agents[${index}]`;
  const { os, vmSize, image, replicas, previous } = agentClass;
  const current: Generation = {
    agentClass,
    letter: agentClass.generation,
    os,
    vmSize,
    image,
    replicas,
    paths: {
      agentClass: path,
      letter: `${path}.generation`,
      os: `${path}.os`,
      vmSize: `${path}.vmSize`,
      image: `${path}.image`,
      replicas: `${path}.replicas`,
    },
  };
  if (previous === undefined) return [current];
  const own = (key: "os" | "vmSize" | "image" | "replicas") =>
    previous[key] === undefined ? `${path}.${key}` : `${path}.previous.${key}`;
  const previousOs = previous.os ?? os;
  return [
    current,
    {
      agentClass,
      letter: previous.generation,
      os: previousOs,
      vmSize: previous.vmSize ?? vmSize,
      image: previous.image ?? (previousOs === os ? image : undefined),
      replicas: previous.replicas ?? replicas,
      paths: {
        agentClass: path,
        letter: `${path}.previous.generation`,
        os: own("os"),
        vmSize: own("vmSize"),
        image: own("image"),
        replicas: own("replicas"),
      },
    },
  ];
}
