import type { V1ContainerState } from "@kubernetes/client-node";
import type { ContainerRecord } from "./containerRecord";
import type { CommandSpec, ContainerInside } from "./containerRunner";
import type { LogOptions } from "./processes/logOptions";
import type { ContainerInstance, PodLogs } from "./processes/podLogs";
import { SIMULATED_LOG } from "./simulatedRunner";

export interface ContainerTarget {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** A kubelet's answer to what it cannot do, as HTTP status and text. */
export class KubeletRefusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** A container that a kubelet looks after. */
export interface KnownContainer {
  readonly podUid: string;
  readonly record: ContainerRecord;
  readonly inside: ContainerInside | undefined;
}

/** What clients reach through the API server: logs and commands. */
export class KubeletApi {
  constructor(
    private readonly find: (target: ContainerTarget) => KnownContainer | undefined,
    /** Where the servers of a pod's processes listen, undefined when it has none. */
    private readonly addressOf: (namespace: string, pod: string) => string | undefined,
    private readonly podLogs: PodLogs,
  ) {}

  /** What a container prints, in pieces. @throws KubeletRefusal when it has not printed and cannot have. */
  logs(target: ContainerTarget, options: LogOptions, signal: AbortSignal): AsyncIterable<string> {
    const instance = this.instance(target, options.previous);
    return this.podLogs.has(instance) ? this.podLogs.read(instance, options, signal) : simulatedLog();
  }

  /** A command in a container, in the machine's own terms. @throws KubeletRefusal when no process of the container runs. */
  command(target: ContainerTarget, command: readonly string[]): CommandSpec {
    const { record, inside } = this.mustFind(target);
    if (record.state.running === undefined) {
      throw new KubeletRefusal(500, `container not found ("${target.container}")`);
    }
    if (inside === undefined) {
      throw new KubeletRefusal(501, "The sandbox simulates this container: no process runs in it.");
    }
    return inside.spec(command);
  }

  /** Where the servers of a pod listen on this machine. @throws KubeletRefusal when the pod has no process. */
  address(namespace: string, pod: string): string {
    const address = this.addressOf(namespace, pod);
    if (address === undefined) {
      throw new KubeletRefusal(501, "The sandbox simulates this pod: no process runs in it.");
    }
    return address;
  }

  /** By kubelet's rules (pkg/kubelet/kubelet_pods.go, validateContainerLogStatus). */
  private instance(target: ContainerTarget, previous: boolean): ContainerInstance {
    const { podUid, record } = this.mustFind(target);
    const { state, lastState, restartCount } = record;
    const { pod, container } = target;
    const isWaiting = state.running === undefined && state.terminated === undefined;
    if (previous && lastState.terminated === undefined) {
      throw new KubeletRefusal(400, `previous terminated container "${container}" in pod "${pod}" not found`);
    }
    if (!previous && isWaiting && lastState.terminated === undefined) {
      throw new KubeletRefusal(
        400,
        `container "${container}" in pod "${pod}" is waiting to start: ${waitingReason(state)}`,
      );
    }
    // A container that waits for its restart is still the instance that has ended.
    const number = previous && !isWaiting ? restartCount - 1 : restartCount;
    return { podUid, containerName: container, restartCount: number };
  }

  private mustFind(target: ContainerTarget): KnownContainer {
    const found = this.find(target);
    if (found === undefined) {
      throw new KubeletRefusal(404, `container "${target.container}" in pod "${target.pod}" is not available`);
    }
    return found;
  }
}

function waitingReason({ waiting }: V1ContainerState): string {
  return waiting?.reason ?? "ContainerCreating";
}

async function* simulatedLog(): AsyncGenerator<string> {
  yield SIMULATED_LOG;
}
