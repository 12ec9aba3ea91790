import { setTimeout as delay } from "node:timers/promises";
import type { V1Node, V1Pod, V1PodStatus } from "@kubernetes/client-node";
import { ContainerKeeper } from "./containerKeeper";
import { containerRecords, type ContainerRecord } from "./containerRecord";
import type { ContainerInside, ContainerRunner } from "./containerRunner";
import { podTarget, type EventRecorder, type EventType } from "./eventRecorder";
import { rejection } from "./podAdmission";
import { LOOPBACK } from "./processes/loopbackAddress";
import { environmentReferences, volumeReferences, type ObjectReference } from "./podReferences";
import { podStatus } from "./podStatus";
import type { PodStatusWriter } from "./podStatusWriter";
import type { NodeImages } from "./pullImage";
import { untilExists } from "./untilExists";

/** What a worker needs of the kubelet that it belongs to. */
export interface PodWorkerContext {
  readonly node: V1Node;
  readonly hostIp: string;
  readonly runner: ContainerRunner;
  readonly images: NodeImages;
  readonly events: EventRecorder;
  readonly writer: PodStatusWriter;
  readonly restartBackoffMilliseconds: number;
  readonly probeSecondMilliseconds: number;
  /** Whether the Secret or ConfigMap is there. */
  readonly exists: (namespace: string, reference: ObjectReference) => Promise<boolean>;
  readonly podAddress: (uid: string) => string;
}

/** Leads one pod through its life on a node, and writes its status as a kubelet does. */
export class PodWorker {
  private readonly keepers: readonly ContainerKeeper[];
  /** No container starts again: the pod is being deleted, or has come to its end. */
  private readonly ending = new AbortController();
  private readonly startTime: Date;
  private podIp: string | undefined;

  constructor(
    private pod: V1Pod,
    private readonly context: PodWorkerContext,
  ) {
    this.startTime = new Date(pod.status?.startTime ?? Date.now());
    this.podIp = pod.status?.podIP;
    this.keepers = containerRecords(pod).map((record) => this.keeper(record));
    this.lead(() => this.live());
  }

  /** Takes note of a newer version of the pod: the start of its deletion is what matters, and a shorter grace period. */
  update(pod: V1Pod): void {
    const before = this.pod.metadata;
    const { deletionTimestamp, deletionGracePeriodSeconds: seconds = 0 } = pod.metadata ?? {};
    this.pod = pod;
    if (deletionTimestamp === undefined) {
      return;
    }
    if (before?.deletionTimestamp === undefined) {
      this.lead(() => this.terminate());
    } else if (seconds < (before.deletionGracePeriodSeconds ?? 0)) {
      this.keepers.forEach((keeper) => keeper.hurry(seconds));
    }
  }

  /** Ends everything without a word: the pod or its node is gone. Resolves when no process is left. */
  async abandon(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.keepers.map((keeper) => keeper.abandon()));
  }

  get podUid(): string {
    return this.pod.metadata?.uid ?? "";
  }

  /** Whether any of the pod's containers is real and runs. */
  get hasProcesses(): boolean {
    return this.keepers.some(({ inside }) => inside !== undefined);
  }

  /** The loopback address of the pod's servers, by the address that the API shows. Undefined unless a container has one of its own and runs. */
  get ownAddress(): { readonly podIp: string; readonly address: string } | undefined {
    const address = this.keepers
      .map(({ inside }) => inside?.address)
      .find((each) => each !== undefined && each !== LOOPBACK);
    return address === undefined || this.podIp === undefined ? undefined : { podIp: this.podIp, address };
  }

  /** The record of a container of the pod. */
  record(containerName: string): ContainerRecord | undefined {
    return this.find(containerName)?.record;
  }

  /** What can be done in a container of the pod, undefined unless a real one runs. */
  inside(containerName: string): ContainerInside | undefined {
    return this.find(containerName)?.inside;
  }

  private find(containerName: string): ContainerKeeper | undefined {
    return this.keepers.find(({ record }) => record.container.name === containerName);
  }

  private keeper(record: ContainerRecord): ContainerKeeper {
    return new ContainerKeeper(record, {
      ...this.context,
      pod: () => this.pod,
      podIp: () => this.podIp,
      ending: this.ending.signal,
      untilReferencesExist: (of) => this.untilReferencesExist(of),
      publish: () => this.publish(),
      event: (of, type, reason, message) => this.event(of, type, reason, message),
      mountFailed: (volume, message) => this.mountFailed(volume, message),
    });
  }

  private lead(task: () => Promise<void>): void {
    task().catch((error: unknown) => {
      if (!this.ending.signal.aborted) {
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
    this.podIp ??= hostNetwork ? this.context.hostIp : this.context.podAddress(this.podUid);
    await this.runContainers();
    if (!this.ending.signal.aborted) {
      await this.stopContainers(this.pod.spec?.terminationGracePeriodSeconds ?? 0);
      await this.publish();
    }
  }

  /** Resolves when the pod's main containers have ended for good, or the pod has failed before. */
  private async runContainers(): Promise<void> {
    for (const keeper of this.keepers.filter(({ record }) => record.kind !== "main")) {
      if (!(await this.initialize(keeper))) {
        return;
      }
    }
    const main = this.keepers.filter(
      (keeper) => keeper.record.kind === "main" && (keeper.record.state.terminated === undefined || keeper.restarts()),
    );
    await Promise.all(main.map((keeper) => keeper.start()));
    await this.publish();
    await Promise.all(main.map((keeper) => keeper.supervise()));
  }

  /** Runs an init container to its end, or starts a sidecar. False when the pod has failed by it. */
  private async initialize(keeper: ContainerKeeper): Promise<boolean> {
    const { record } = keeper;
    if (record.state.terminated?.exitCode === 0 && record.kind === "init") {
      return true;
    }
    await keeper.start();
    await this.publish();
    if (record.kind === "sidecar") {
      this.lead(() => keeper.supervise());
      return true;
    }
    await keeper.supervise();
    return record.state.terminated?.exitCode === 0;
  }

  private async mountVolumes(): Promise<void> {
    for (const reference of volumeReferences(this.pod)) {
      await this.wait(reference, (missing) => this.mountFailed(reference.volume ?? "", missing));
    }
  }

  private mountFailed(volume: string, message: string): void {
    const text = `MountVolume.SetUp failed for volume "${volume}" : ${message}`;
    this.context.events.record(podTarget(this.pod), "Warning", "FailedMount", text);
  }

  private async untilReferencesExist(record: ContainerRecord): Promise<void> {
    for (const reference of environmentReferences(record.container)) {
      await this.wait(reference, (missing) => {
        this.event(record, "Warning", "Failed", `Error: ${missing}`);
        this.find(record.container.name)?.hold("CreateContainerConfigError", missing);
      });
    }
  }

  private wait(reference: ObjectReference, onMissing: (message: string) => void): Promise<void> {
    const exists = (wanted: ObjectReference) => this.context.exists(this.pod.metadata?.namespace ?? "", wanted);
    return untilExists(reference, { exists, onMissing, signal: this.ending.signal });
  }

  private async enforceDeadline(): Promise<void> {
    const seconds = this.pod.spec?.activeDeadlineSeconds;
    if (seconds === undefined) {
      return;
    }
    const left = this.startTime.getTime() + seconds * 1000 - Date.now();
    await delay(Math.max(0, left), undefined, { signal: this.ending.signal });
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
    this.ending.abort();
    await Promise.all(this.keepers.map((keeper) => keeper.stop(gracePeriodSeconds)));
  }

  private async publish(override: V1PodStatus = {}): Promise<void> {
    const addressing = { podIp: this.podIp, hostIp: this.context.hostIp };
    const records = this.keepers.map(({ record }) => record);
    const status = { ...podStatus(this.pod, records, addressing, this.startTime), ...override };
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
