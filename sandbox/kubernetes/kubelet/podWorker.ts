import { setTimeout as delay } from "node:timers/promises";
import type { V1Node, V1Pod, V1PodStatus } from "@kubernetes/client-node";
import { containerRecords, newContainerId, type ContainerRecord } from "./containerRecord";
import type { ContainerExit, ContainerRunner, RunningContainer } from "./containerRunner";
import { podTarget, type EventRecorder } from "./eventRecorder";
import { rejection } from "./podAdmission";
import { environmentReferences, volumeReferences, type ObjectReference } from "./podReferences";
import { podStatus } from "./podStatus";
import type { PodStatusWriter } from "./podStatusWriter";

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
const FIRST_MOUNT_RETRY_MILLISECONDS = 500;
const LAST_MOUNT_RETRY_MILLISECONDS = 10_000;

/** Leads one pod through its life on a node, and writes its status as a kubelet does. */
export class PodWorker {
  private readonly records: ContainerRecord[];
  private readonly running = new Map<string, RunningContainer>();
  private readonly abort = new AbortController();
  private readonly startTime: Date;
  private podIp: string | undefined;
  private terminating = false;
  private finished = false;

  constructor(
    private pod: V1Pod,
    private readonly context: PodWorkerContext,
  ) {
    this.records = containerRecords(pod);
    this.startTime = new Date(pod.status?.startTime ?? Date.now());
    this.podIp = pod.status?.podIP;
    void this.live();
  }

  /** Takes note of a newer version of the pod: the start of its deletion is what matters. */
  update(pod: V1Pod): void {
    this.pod = pod;
    if (pod.metadata?.deletionTimestamp !== undefined && !this.terminating) {
      this.terminating = true;
      void this.terminate(pod.metadata.deletionGracePeriodSeconds ?? 0);
    }
  }

  /** Ends everything without a word: the pod or its node is gone. */
  abandon(): void {
    this.terminating = true;
    this.abort.abort();
    for (const container of this.running.values()) {
      container.stop(0);
    }
  }

  private async live(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      if (!this.abort.signal.aborted) {
        this.context.writer.report(this.pod, error);
      }
    }
  }

  private async run(): Promise<void> {
    if (this.pod.metadata?.deletionTimestamp !== undefined) {
      this.update(this.pod);
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
    void this.enforceDeadline();
    await this.publish();
    await this.mountVolumes();
    const hostNetwork = this.pod.spec?.hostNetwork === true;
    this.podIp ??= hostNetwork ? this.context.hostIp : this.context.podAddress(this.pod.metadata?.uid ?? "");
    for (const record of this.records.filter(({ kind }) => kind !== "main")) {
      await this.initialize(record);
    }
    const main = this.records.filter(({ kind }) => kind === "main");
    await Promise.all(main.map((record) => this.start(record)));
    await this.publish();
    await Promise.all(main.map((record) => this.supervise(record)));
    this.finished = true;
    await this.stopContainers(this.pod.spec?.terminationGracePeriodSeconds ?? 0);
    await this.publish();
  }

  /** Runs an init container to its good end, or starts a sidecar. */
  private async initialize(record: ContainerRecord): Promise<void> {
    if (record.state.terminated?.exitCode === 0) {
      return;
    }
    await this.start(record);
    await this.publish();
    if (record.kind === "sidecar") {
      void this.supervise(record).catch(() => undefined);
      return;
    }
    await this.supervise(record);
    if (record.state.terminated?.exitCode !== 0) {
      // The pod has failed: nothing of it starts any more.
      this.abort.abort();
      this.abort.signal.throwIfAborted();
    }
  }

  /** Starts a container; one that the status already calls running is taken up as it is. */
  private async start(record: ContainerRecord): Promise<void> {
    await this.makeEnvironment(record);
    this.abort.signal.throwIfAborted();
    const { container, kind } = record;
    const adopted = record.state.running !== undefined;
    if (!adopted) {
      this.pullImage(record);
      record.containerId = newContainerId();
      record.state = { running: { startedAt: new Date() } };
      this.event(record, "Normal", "Created", "Container created");
      this.event(record, "Normal", "Started", "Container started");
    }
    const purpose = kind === "init" ? "run" : "serve";
    const { node, runner } = this.context;
    this.running.set(container.name, runner.start({ pod: this.pod, container, purpose, node }));
  }

  /** Waits for the container's end and starts it again as the restart policy says. */
  private async supervise(record: ContainerRecord): Promise<void> {
    for (
      let backoff = this.context.restartBackoffMilliseconds;
      ;
      backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MILLISECONDS)
    ) {
      const exit = await this.running.get(record.container.name)?.ended;
      this.abort.signal.throwIfAborted();
      const startedAt = record.state.running?.startedAt;
      this.finish(record, exit);
      await this.publish();
      if (this.terminating || this.finished || !this.restarts(record)) {
        return;
      }
      if (startedAt !== undefined && Date.now() - new Date(startedAt).getTime() > BACKOFF_RESET_MILLISECONDS) {
        backoff = this.context.restartBackoffMilliseconds;
      }
      await this.backOff(record, backoff);
    }
  }

  private finish(record: ContainerRecord, exit: ContainerExit | undefined): void {
    record.state = {
      terminated: {
        exitCode: exit?.exitCode ?? 0,
        reason: exit?.reason,
        message: exit?.message,
        startedAt: record.state.running?.startedAt,
        finishedAt: new Date(),
        containerID: record.containerId,
      },
    };
    this.running.delete(record.container.name);
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
    const failed = state.terminated?.exitCode !== 0;
    if (kind === "sidecar") {
      return true;
    }
    return failed ? policy !== "Never" : policy === "Always" && kind === "main";
  }

  private async mountVolumes(): Promise<void> {
    for (const reference of volumeReferences(this.pod)) {
      await this.waitForReference(reference, (missing) => {
        const message = `MountVolume.SetUp failed for volume "${reference.volume}" : ${missing}`;
        this.context.events.record(podTarget(this.pod), "Warning", "FailedMount", message);
      });
    }
  }

  private async makeEnvironment(record: ContainerRecord): Promise<void> {
    for (const reference of environmentReferences(record.container)) {
      await this.waitForReference(reference, (missing) => {
        record.state = { waiting: { reason: "CreateContainerConfigError", message: missing } };
        this.event(record, "Warning", "Failed", `Error: ${missing}`);
        void this.publish();
      });
    }
  }

  private async waitForReference(reference: ObjectReference, onMissing: (message: string) => void): Promise<void> {
    const namespace = this.pod.metadata?.namespace ?? "";
    let pause = FIRST_MOUNT_RETRY_MILLISECONDS;
    while (!(await this.context.exists(namespace, reference))) {
      onMissing(`${reference.kind} "${reference.name}" not found`);
      await delay(pause, undefined, { signal: this.abort.signal });
      pause = Math.min(pause * 2, LAST_MOUNT_RETRY_MILLISECONDS);
    }
  }

  private pullImage(record: ContainerRecord): void {
    const { image = "", imagePullPolicy } = record.container;
    if (this.context.isNewImage(image) || imagePullPolicy === "Always") {
      this.event(record, "Normal", "Pulling", `Pulling image "${image}"`);
      this.event(record, "Normal", "Pulled", `Successfully pulled image "${image}"`);
    } else {
      this.event(record, "Normal", "Pulled", `Container image "${image}" already present on machine`);
    }
  }

  private async enforceDeadline(): Promise<void> {
    const seconds = this.pod.spec?.activeDeadlineSeconds;
    if (seconds === undefined) {
      return;
    }
    try {
      const left = this.startTime.getTime() + seconds * 1000 - Date.now();
      await delay(Math.max(0, left), undefined, { signal: this.abort.signal });
    } catch {
      return;
    }
    const message = "Pod was active on the node longer than the specified deadline";
    this.context.events.record(podTarget(this.pod), "Normal", "DeadlineExceeded", message);
    await this.stopContainers(this.pod.spec?.terminationGracePeriodSeconds ?? 0);
    await this.publish({ phase: "Failed", reason: "DeadlineExceeded", message });
  }

  private async terminate(gracePeriodSeconds: number): Promise<void> {
    await this.stopContainers(gracePeriodSeconds);
    if (this.pod.status?.startTime !== undefined) {
      await this.publish();
    }
    await this.context.writer.remove(this.pod);
  }

  private async stopContainers(gracePeriodSeconds: number): Promise<void> {
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

  private async publish(override: V1PodStatus = {}): Promise<void> {
    const addressing = { podIp: this.podIp, hostIp: this.context.hostIp };
    const status = { ...podStatus(this.pod, this.records, addressing, this.startTime), ...override };
    const written = await this.context.writer.write(this.pod, status);
    if (written !== undefined) {
      this.pod = { ...this.pod, status: written };
    }
  }

  private event(
    { container, kind }: ContainerRecord,
    type: "Normal" | "Warning",
    reason: string,
    message: string,
  ): void {
    const list = kind === "main" ? "containers" : "initContainers";
    this.context.events.record(podTarget(this.pod, `spec.${list}{${container.name}}`), type, reason, message);
  }
}
