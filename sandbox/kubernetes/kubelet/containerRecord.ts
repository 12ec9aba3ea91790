import { createHash, randomBytes } from "node:crypto";
import type { V1Container, V1ContainerState, V1ContainerStatus, V1Pod } from "@kubernetes/client-node";
import type { ContainerExit } from "./containerRunner";

/** "init" runs to its end before the next; "sidecar" is an init container that goes on; "main" is one of spec.containers. */
export type ContainerKind = "init" | "sidecar" | "main";

/** What a kubelet remembers of one container of a pod. */
export interface ContainerRecord {
  readonly container: V1Container;
  readonly kind: ContainerKind;
  state: V1ContainerState;
  lastState: V1ContainerState;
  restartCount: number;
  containerId: string;
}

/** The records of a pod's containers, continued from its status where it has been running before. */
export function containerRecords(pod: V1Pod): ContainerRecord[] {
  const init = (pod.spec?.initContainers ?? []).map((container) => ({
    container,
    kind: container.restartPolicy === "Always" ? ("sidecar" as const) : ("init" as const),
    status: pod.status?.initContainerStatuses?.find(({ name }) => name === container.name),
  }));
  const main = (pod.spec?.containers ?? []).map((container) => ({
    container,
    kind: "main" as const,
    status: pod.status?.containerStatuses?.find(({ name }) => name === container.name),
  }));
  const waiting = { waiting: { reason: init.length > 0 ? "PodInitializing" : "ContainerCreating" } };
  return [...init, ...main].map(({ container, kind, status }) => ({
    container,
    kind,
    state: status?.state ?? waiting,
    lastState: status?.lastState ?? {},
    restartCount: status?.restartCount ?? 0,
    containerId: status?.containerID ?? "",
  }));
}

export function newContainerId(): string {
  return `containerd://${randomBytes(32).toString("hex")}`;
}

/** The status that a kubelet writes for the container. */
export function containerStatus(record: ContainerRecord): V1ContainerStatus {
  const { container, state } = record;
  const image = container.image ?? "";
  const running = state.running !== undefined;
  const finishedWell = record.kind === "init" && state.terminated?.exitCode === 0;
  return {
    name: container.name,
    image,
    imageID: record.containerId === "" ? "" : imageId(image),
    containerID: record.containerId === "" ? undefined : record.containerId,
    ready: running || finishedWell,
    started: running,
    restartCount: record.restartCount,
    state,
    lastState: record.lastState,
  };
}

/** Stands for the digest that a registry would have answered with: the same for the same reference. */
function imageId(image: string): string {
  const [pinned] = /@sha256:[0-9a-f]{64}$/.exec(image) ?? [];
  const repository = image.replace(/@.*$/, "").replace(/:[^/:]*$/, "");
  return `${repository}${pinned ?? `@sha256:${createHash("sha256").update(image).digest("hex")}`}`;
}

/** The state of the record's container after its end. */
export function finishedState(record: ContainerRecord, exit: ContainerExit | undefined): V1ContainerState {
  return {
    terminated: {
      exitCode: exit?.exitCode ?? 0,
      reason: exit?.reason,
      message: exit?.message,
      startedAt: record.state.running?.startedAt,
      finishedAt: new Date(),
      containerID: record.containerId,
    },
  };
}
