import type { V1Container, V1Node, V1Pod } from "@kubernetes/client-node";

/** One container of a pod, about to run. */
export interface ContainerStart {
  readonly pod: V1Pod;
  readonly container: V1Container;
  /** "run" is expected to end before the pod goes on (init containers); "serve" is one of the pod's main containers or a sidecar. */
  readonly purpose: "run" | "serve";
  readonly node: V1Node;
}

export interface ContainerExit {
  readonly exitCode: number;
  /** As kubelet words it: Completed, Error, OOMKilled, ContainerCannotRun. */
  readonly reason: string;
  readonly message?: string;
}

/** A container that has been started. */
export interface RunningContainer {
  /** Resolves, never rejects, when the container's process has ended. */
  readonly ended: Promise<ContainerExit>;
  /** Asks the container to end, by force after so many seconds. `ended` resolves then. */
  readonly stop: (gracePeriodSeconds: number) => void;
  /** What the container has printed so far. */
  readonly logs: () => string;
}

/** What a pod's containers do: the one piece of a simulated kubelet to replace when containers are to be real. */
export interface ContainerRunner {
  start(start: ContainerStart): RunningContainer;
}
