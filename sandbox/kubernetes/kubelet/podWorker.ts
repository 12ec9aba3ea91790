import { setTimeout as delay } from "node:timers/promises";
import type { V1Node, V1Pod, V1PodStatus } from "@kubernetes/client-node";
import { containerRecords, finishedState, newContainerId, type ContainerRecord } from "./containerRecord";
import type { ContainerExit, ContainerRunner, RunningContainer } from "./containerRunner";
import { podTarget, type EventRecorder, type EventType } from "./eventRecorder";
import { imageMisfit } from "./imageFit";
import { rejection } from "./podAdmission";
import { environmentReferences, volumeReferences, type ObjectReference } from "./podReferences";
import { podStatus } from "./podStatus";
import type { PodStatusWriter } from "./podStatusWriter";
import { untilExists } from "./untilExists";

/** What a worker needs of the kubelet that it belongs to. */
export interface PodWorkerContext {
  readonly node: V1Node;
  readonly hostIp: string;
  readonly runner: ContainerRunner;
  readonly events: EventRecorder;
  readonly writer: PodStatusWriter;
  readonly restartBackoffMilliseconds: number;
  /** Whether the Secret or ConfigMap is there. */
  readonly exists: (namespace: string, reference: ObjectReference) => Promise<boolean>;
  readonly podAddress: (uid: string) => string;
  /** True the first time that the node meets an image. */
  readonly isNewImage: (image: string) => boolean;
}

/** kubelet's ceiling for the pause between two restarts of a container. */
const LONGEST_BACKOFF_MILLISECONDS = 300_000;
/** A container that has run so long starts over with the shortest pause (kubelet: ten minutes). */
const BACKOFF_RESET_MILLISECONDS = 600_000;

/** Leads one pod through its life on a node, and writes its status as a kubelet does. */
export class PodWorker {
  private readonly records: ContainerRecord[];
  private readonly running = new Map<string, RunningContainer>();
  private readonly abort = new AbortController();
  private readonly startTime: Date;
  private podIp: string | undefined;
  /** No container starts again: the pod is being deleted, or has come to its end. */
  private ending = false;

  constructor(
    private pod: V1Pod,
    private readonly context: PodWorkerContext,
  ) {
    this.records = containerRecords(pod);
    this.startTime = new Date(pod.status?.startTime ?? Date.now());
    this.podIp = pod.status?.podIP;
    this.lead(() => this.live());
  }

  /** Takes note of a newer version of the pod: the start of its deletion is what matters. */
  update(pod: V1Pod): void {
    const wasDeleting = this.pod.metadata?.deletionTimestamp !== undefined;
    this.pod = pod;
    if (pod.metadata?.deletionTimestamp !== undefined && !wasDeleting) {
      this.lead(() => this.terminate());
    }
  }

  /** Ends everything without a word: the pod or its node is gone. */
  abandon(): void {
    this.ending = true;
    this.abort.abort();
    for (const container of this.running.values()) {
      container.stop(0);
    }
  }

  /** What a running container of the pod has printed. */
  logs(containerName: string): string | undefined {
    return this.running.get(containerName)?.logs();
  }

  private lead(task: () => Promise<void>): void {
    task().catch((error: unknown) => {
      if (!this.abort.signal.aborted) {
        this.context.writer.report(this.pod, error);
      }
    });
  }

  private async live(): Promise<void> {
    if (this.pod.metadata?.deletionTimestamp !== undefined) {
      await this.terminate();
      return;
    }
    if (this.pod.status?.phase === "Succeeded" || this.pod.status?.phase === "Failed") {
      return;
    }
    const refused = rejection(this.pod, this.context.node);
    if (refused !== undefined) {
      this.context.events.record(podTarget(this.pod), "Warning", refused.reason, refused.message);
      await this.context.writer.write(this.pod, { ...refused, phase: "Failed", startTime: this.startTime });
      return;
    }
    this.lead(() => this.enforceDeadline());
    await this.publish();
    await this.mountVolumes();
    const hostNetwork = this.pod.spec?.hostNetwork === true;
    this.podIp ??= hostNetwork ? this.context.hostIp : this.context.podAddress(this.pod.metadata?.uid ?? "");
    for (const record of this.records.filter(({ kind }) => kind !== "main")) {
      if (!(await this.initialize(record))) {
        return;
      }
    }
    const main = this.records.filter(({ kind }) => kind === "main");
    await Promise.all(main.map((record) => this.start(record)));
    await this.publish();
    await Promise.all(main.map((record) => this.supervise(record)));
    if (!this.ending) {
      await this.stopContainers(this.pod.spec?.terminationGracePeriodSeconds ?? 0);
      await this.publish();
    }
  }

  /** Runs an init container to its end, or starts a sidecar. False when the pod has failed by it. */
  private async initialize(record: ContainerRecord): Promise<boolean> {
    if (record.state.terminated?.exitCode === 0) {
      return true;
    }
    await this.start(record);
    await this.publish();
    if (record.kind === "sidecar") {
      this.lead(() => this.supervise(record));
      return true;
    }
    await this.supervise(record);
    return record.state.terminated?.exitCode === 0;
  }

  /** Starts a container; one that the status already calls running is taken up as it is. */
  private async start(record: ContainerRecord): Promise<void> {
    const { container, kind } = record;
    if (record.state.running === undefined) {
      await this.pullImage(record);
      await this.makeEnvironment(record);
      record.containerId = newContainerId();
      record.state = { running: { startedAt: new Date() } };
      this.event(record, "Normal", "Created", "Container created");
      this.event(record, "Normal", "Started", "Container started");
    }
    this.abort.signal.throwIfAborted();
    const purpose = kind === "init" ? "run" : "serve";
    const { node, runner } = this.context;
    this.running.set(container.name, runner.start({ pod: this.pod, container, purpose, node }));
  }

  /** Waits for the container's end and starts it again, as long as the restart policy says so. */
  private async supervise(record: ContainerRecord): Promise<void> {
    let backoff = this.context.restartBackoffMilliseconds;
    for (;;) {
      const exit = await this.running.get(record.container.name)?.ended;
      if (this.ending) {
        return;
      }
      const ranSince = new Date(record.state.running?.startedAt ?? Date.now()).getTime();
      this.finish(record, exit);
      await this.publish();
      if (this.ending || !this.restarts(record)) {
        return;
      }
      if (Date.now() - ranSince > BACKOFF_RESET_MILLISECONDS) {
        backoff = this.context.restartBackoffMilliseconds;
      }
      await this.backOff(record, backoff);
      backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MILLISECONDS);
    }
  }

  private async backOff(record: ContainerRecord, milliseconds: number): Promise<void> {
    const { name } = record.container;
    const message = `back-off ${milliseconds / 1000}s restarting failed container=${name} pod=${this.pod.metadata?.name}`;
    record.lastState = record.state;
    record.state = { waiting: { reason: "CrashLoopBackOff", message } };
    this.event(record, "Warning", "BackOff", message);
    await this.publish();
    await delay(milliseconds, undefined, { signal: this.abort.signal });
    record.restartCount += 1;
    await this.start(record);
    await this.publish();
  }

  private restarts({ kind, state }: ContainerRecord): boolean {
    const policy = this.pod.spec?.restartPolicy ?? "Always";
    if (kind === "sidecar") {
      return true;
    }
    return state.terminated?.exitCode === 0 ? policy === "Always" && kind === "main" : policy !== "Never";
  }

  private async mountVolumes(): Promise<void> {
    for (const reference of volumeReferences(this.pod)) {
      await this.wait(reference, (missing) => {
        const message = `MountVolume.SetUp failed for volume "${reference.volume}" : ${missing}`;
        this.context.events.record(podTarget(this.pod), "Warning", "FailedMount", message);
      });
    }
  }

  private async makeEnvironment(record: ContainerRecord): Promise<void> {
    for (const reference of environmentReferences(record.container)) {
      await this.wait(reference, (missing) => this.hold(record, "CreateContainerConfigError", `Error: ${missing}`));
    }
  }

  private wait(reference: ObjectReference, onMissing: (message: string) => void): Promise<void> {
    const exists = (wanted: ObjectReference) => this.context.exists(this.pod.metadata?.namespace ?? "", wanted);
    return untilExists(reference, { exists, onMissing, signal: this.abort.signal });
  }

  private async pullImage(record: ContainerRecord): Promise<void> {
    const { image = "", imagePullPolicy } = record.container;
    const misfit = imageMisfit(image, this.context.node);
    if (misfit !== undefined) {
      this.event(record, "Normal", "Pulling", `Pulling image "${image}"`);
      this.hold(record, "ErrImagePull", `Failed to pull image "${image}": ${misfit}`);
      // No later try can end otherwise: the node and the image stay what they are.
      await new Promise((_, reject) => this.abort.signal.addEventListener("abort", reject, { once: true }));
    }
    if (this.context.isNewImage(image) || imagePullPolicy === "Always") {
      this.event(record, "Normal", "Pulling", `Pulling image "${image}"`);
      this.event(record, "Normal", "Pulled", `Successfully pulled image "${image}"`);
    } else {
      this.event(record, "Normal", "Pulled", `Container image "${image}" already present on machine`);
    }
  }

  /** Shows that the container cannot start for now, and why. */
  private hold(record: ContainerRecord, reason: string, message: string): void {
    record.state = { waiting: { reason, message } };
    this.event(record, "Warning", "Failed", message);
    this.lead(() => this.publish());
  }

  private async enforceDeadline(): Promise<void> {
    const seconds = this.pod.spec?.activeDeadlineSeconds;
    if (seconds === undefined) {
      return;
    }
    const left = this.startTime.getTime() + seconds * 1000 - Date.now();
    await delay(Math.max(0, left), undefined, { signal: this.abort.signal });
    const message = "Pod was active on the node longer than the specified deadline";
    this.context.events.record(podTarget(this.pod), "Normal", "DeadlineExceeded", message);
    await this.stopContainers(this.pod.spec?.terminationGracePeriodSeconds ?? 0);
    await this.publish({ phase: "Failed", reason: "DeadlineExceeded", message });
  }

  private async terminate(): Promise<void> {
    await this.stopContainers(this.pod.metadata?.deletionGracePeriodSeconds ?? 0);
    if (this.pod.status?.startTime !== undefined) {
      await this.publish();
    }
    await this.context.writer.remove(this.pod);
  }

  private async stopContainers(gracePeriodSeconds: number): Promise<void> {
    this.ending = true;
    this.abort.abort();
    const stopping = this.records.filter(({ container }) => this.running.has(container.name));
    await Promise.all(
      stopping.map(async (record) => {
        this.event(record, "Normal", "Killing", `Stopping container ${record.container.name}`);
        const container = this.running.get(record.container.name);
        container?.stop(gracePeriodSeconds);
        this.finish(record, await container?.ended);
      }),
    );
  }

  private finish(record: ContainerRecord, exit: ContainerExit | undefined): void {
    record.state = finishedState(record, exit);
    this.running.delete(record.container.name);
  }

  private async publish(override: V1PodStatus = {}): Promise<void> {
    const addressing = { podIp: this.podIp, hostIp: this.context.hostIp };
    const status = { ...podStatus(this.pod, this.records, addressing, this.startTime), ...override };
    const written = await this.context.writer.write(this.pod, status);
    if (written !== undefined) {
      this.pod = { ...this.pod, status: written };
    }
  }

  private event({ container, kind }: ContainerRecord, type: EventType, reason: string, message: string): void {
    const list = kind === "main" ? "containers" : "initContainers";
    this.context.events.record(podTarget(this.pod, `spec.${list}{${container.name}}`), type, reason, message);
  }
}
