import type { V1Pod, V1PodCondition, V1PodStatus } from "@kubernetes/client-node";
import { containerStatus, isReady, type ContainerRecord } from "./containerRecord";

export type PodPhase = "Pending" | "Running" | "Succeeded" | "Failed";

export interface PodAddressing {
  readonly podIp: string | undefined;
  readonly hostIp: string;
}

/** The phase that follows from the containers, by kubelet's rules (pkg/kubelet/kubelet_pods.go, getPhase). */
export function podPhase(restartPolicy: string | undefined, records: readonly ContainerRecord[]): PodPhase {
  const unfinished = records.some(({ kind, state }) => kind === "init" && state.terminated?.exitCode !== 0);
  const failedInit = records.some(({ kind, state }) => kind === "init" && (state.terminated?.exitCode ?? 0) !== 0);
  if (failedInit && restartPolicy === "Never") {
    return "Failed";
  }
  if (unfinished) {
    return "Pending";
  }
  const main = records.filter(({ kind }) => kind === "main");
  if (main.some(({ state, lastState }) => state.waiting !== undefined && lastState.terminated === undefined)) {
    return "Pending";
  }
  if (restartPolicy === "Always" || restartPolicy === undefined || main.some(({ state }) => !state.terminated)) {
    return "Running";
  }
  const failed = main.some(({ state }) => state.terminated?.exitCode !== 0);
  if (!failed) {
    return "Succeeded";
  }
  return restartPolicy === "Never" ? "Failed" : "Running";
}

/** The whole status of a pod that its node has accepted. */
export function podStatus(
  pod: V1Pod,
  records: readonly ContainerRecord[],
  addressing: PodAddressing,
  startTime: Date,
): V1PodStatus {
  const phase = podPhase(pod.spec?.restartPolicy, records);
  const { podIp, hostIp } = addressing;
  const byKind = (init: boolean) => records.filter(({ kind }) => (kind !== "main") === init).map(containerStatus);
  return {
    phase,
    observedGeneration: pod.metadata?.generation,
    conditions: podConditions(pod, records, phase, podIp !== undefined),
    hostIP: hostIp,
    hostIPs: [{ ip: hostIp }],
    podIP: podIp,
    podIPs: podIp === undefined ? undefined : [{ ip: podIp }],
    startTime,
    initContainerStatuses: pod.spec?.initContainers === undefined ? undefined : byKind(true),
    containerStatuses: byKind(false),
  };
}

function podConditions(
  pod: V1Pod,
  records: readonly ContainerRecord[],
  phase: PodPhase,
  hasSandbox: boolean,
): V1PodCondition[] {
  const finished = phase === "Succeeded" || phase === "Failed";
  const initialized = records.every(
    ({ kind, state }) => kind === "main" || state.terminated?.exitCode === 0 || state.running !== undefined,
  );
  const notReady = records.filter((record) => record.kind !== "init" && !isReady(record));
  const names = notReady.map(({ container }) => container.name);
  const containersReady = notReady.length === 0 && initialized;
  const because = finished
    ? { reason: phase === "Succeeded" ? "PodCompleted" : "PodFailed" }
    : { reason: "ContainersNotReady", message: `containers with unready status: [${names.join(" ")}]` };
  const gates = pod.spec?.readinessGates ?? [];
  const gatesOpen = gates.every(({ conditionType }) =>
    pod.status?.conditions?.some(({ type, status }) => type === conditionType && status === "True"),
  );
  return [
    condition(pod, "PodReadyToStartContainers", hasSandbox && !finished),
    condition(pod, "Initialized", initialized, { reason: "ContainersNotInitialized" }),
    condition(
      pod,
      "Ready",
      containersReady && gatesOpen,
      containersReady ? { reason: "ReadinessGatesNotReady" } : because,
    ),
    condition(pod, "ContainersReady", containersReady, because),
    condition(pod, "PodScheduled", true),
  ];
}

/** The time of transition stays as long as the status does. */
function condition(
  pod: V1Pod,
  type: string,
  holds: boolean,
  unlessHolds: { reason?: string; message?: string } = {},
): V1PodCondition {
  const status = holds ? "True" : "False";
  const previous = pod.status?.conditions?.find((known) => known.type === type);
  const lastTransitionTime = previous?.status === status ? previous.lastTransitionTime : undefined;
  return {
    type,
    status,
    lastTransitionTime: lastTransitionTime ?? new Date(),
    observedGeneration: pod.metadata?.generation,
    ...(holds ? {} : unlessHolds),
  };
}
