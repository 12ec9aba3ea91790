import type { V1Container, V1Node, V1Pod } from "@kubernetes/client-node";
import type { PulledImage } from "./imageSource";

/** One container of a pod, about to run. */
export interface ContainerStart {
  readonly pod: V1Pod;
  readonly container: V1Container;
  /** "run" is expected to end before the pod goes on (init containers); "serve" is one of the pod's main containers or a sidecar. */
  readonly purpose: "run" | "serve";
  readonly node: V1Node;
  /** Set for a container whose image the sandbox knows. */
  readonly image?: PulledImage;
  readonly restartCount?: number;
  readonly podIp?: string;
  readonly hostIp?: string;
}

export interface ContainerExit {
  readonly exitCode: number;
  /** As kubelet words it: Completed, Error, OOMKilled, StartError. */
  readonly reason: string;
  readonly message?: string;
}

/** How a further process in a container has ended. */
export interface CommandResult {
  readonly exitCode: number;
  /** The beginning of what it has printed on both streams. */
  readonly output: string;
  readonly timedOut: boolean;
}

/** A further process of a container, in the machine's own terms. */
export interface CommandSpec {
  readonly command: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What can be done inside a container that is real. */
export interface ContainerInside {
  /** Where its servers listen on this machine: 127.0.0.1, or an address that only its pod has. */
  readonly address: string;
  /** Runs a command of a hook or a probe. Never rejects. */
  run(command: readonly string[], timeoutMilliseconds: number): Promise<CommandResult>;
  /** What a command given by its name in the container is on this machine. */
  spec(command: readonly string[]): CommandSpec;
}

/** A container that has been started. */
export interface RunningContainer {
  /** Resolves, never rejects, when the container's process has ended. */
  readonly ended: Promise<ContainerExit>;
  /** Asks the container to end, by force after so many seconds. `ended` resolves then. */
  readonly stop: (gracePeriodSeconds: number) => void;
  /** Undefined in a simulated container. */
  readonly inside?: ContainerInside;
}

/** What a pod's containers do: the one piece of a simulated kubelet to replace when containers are to be real. */
export interface ContainerRunner {
  start(start: ContainerStart): RunningContainer | Promise<RunningContainer>;
}
