import { createHash, randomBytes } from "node:crypto";
import type { V1Container, V1ContainerState, V1ContainerStatus, V1Pod } from "@kubernetes/client-node";
import type { ContainerExit } from "./containerRunner";
import type { Readiness } from "./probes/containerProbes";

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
  /** As the registry calls the image. Absent for one of which only the name is known. */
  imageId?: string;
  /** What its probes say. Absent while the container does not run, or has no process that could be probed. */
  readiness?: Readiness;
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
    imageId: status?.imageID,
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
  const imageId = record.imageId === undefined || record.imageId === "" ? likelyImageId(image) : record.imageId;
  return {
    name: container.name,
    image,
    imageID: record.containerId === "" ? "" : imageId,
    containerID: record.containerId === "" ? undefined : record.containerId,
    ready: isReady(record) || finishedWell,
    started: running && (record.readiness?.started ?? true),
    restartCount: record.restartCount,
    state,
    lastState: record.lastState,
  };
}

/** Whether the container runs and its probes let it count as ready. */
export function isReady({ state, readiness }: ContainerRecord): boolean {
  return state.running !== undefined && (readiness?.ready ?? true);
}

/** Stands for the digest that a registry would have answered with: the same for the same reference. */
function likelyImageId(image: string): string {
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
