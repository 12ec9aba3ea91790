import { setTimeout as delay } from "node:timers/promises";
import type { V1Node, V1Pod, V1Probe } from "@kubernetes/client-node";
import { errorText } from "../errorText";
import { LONGEST_BACKOFF_FACTOR } from "./backoff";
import { finishedState, newContainerId, type ContainerRecord } from "./containerRecord";
import type { ContainerInside, ContainerRunner, RunningContainer } from "./containerRunner";
import type { EventType } from "./eventRecorder";
import type { PulledImage } from "./imageSource";
import { initialReadiness, probeContainer, type ProbeKind } from "./probes/containerProbes";
import { ContainerStartError } from "./processes/containerProcess";
import { MissingReferenceError } from "./processes/podObjects";
import { VolumeSetupError } from "./processes/podVolumes";
import { pullImage, type NodeImages } from "./pullImage";
import { stopContainer } from "./stopContainer";
import { growingPauses } from "./untilExists";

/** What a keeper needs of the pod and the node that its container belongs to. */
export interface ContainerSurroundings {
  readonly pod: () => V1Pod;
  readonly podIp: () => string | undefined;
  readonly hostIp: string;
  readonly node: V1Node;
  readonly runner: ContainerRunner;
  readonly images: NodeImages;
  readonly restartBackoffMilliseconds: number;
  readonly probeSecondMilliseconds: number;
  /** No container starts again. */
  readonly ending: AbortSignal;
  /** Waits until the container's environment can be made. */
  readonly untilReferencesExist: (record: ContainerRecord) => Promise<void>;
  readonly publish: () => Promise<void>;
  readonly event: (record: ContainerRecord, type: EventType, reason: string, message: string) => void;
  readonly mountFailed: (volumeName: string, message: string) => void;
}

/** A container that has run so long starts over with the shortest pause (kubelet: ten minutes). */
const BACKOFF_RESET_MILLISECONDS = 600_000;
/** What containerd says of a container that was running when its node went down. */
const LOST_EXIT = { exitCode: 255, reason: "Unknown" };

/** Leads one container of a pod from its image's pull to its end, through all its restarts. */
export class ContainerKeeper {
  private running: RunningContainer | undefined;
  private probing = new AbortController();
  private stopping = false;
  private starting: Promise<void> | undefined;

  constructor(
    readonly record: ContainerRecord,
    private readonly surroundings: ContainerSurroundings,
  ) {}

  /** What can be done in the container, undefined unless a real one runs. */
  get inside(): ContainerInside | undefined {
    return this.running?.inside;
  }

  /** Starts the container; a simulated one that the status already calls running is taken up as it is. */
  start(): Promise<void> {
    this.starting = this.startNow();
    return this.starting;
  }

  private async startNow(): Promise<void> {
    const { record } = this;
    const { ending } = this.surroundings;
    const image = (await this.isStillRunning()) ? undefined : await this.prepare();
    const running = await this.startWith(image);
    if (ending.aborted) {
      running.stop(0);
      await running.ended;
    }
    ending.throwIfAborted();
    this.running = running;
    record.readiness = running.inside === undefined ? undefined : initialReadiness(record.container);
    this.probe(running);
  }

  /** Waits for the container's end and starts it again, as long as the restart policy says so. */
  async supervise(): Promise<void> {
    const { ending, restartBackoffMilliseconds: shortest } = this.surroundings;
    let backoff = shortest;
    for (;;) {
      const exit = await this.running?.ended;
      if (ending.aborted) {
        return;
      }
      const ranSince = new Date(this.record.state.running?.startedAt ?? Date.now()).getTime();
      this.finish(exit);
      await this.surroundings.publish();
      if (ending.aborted || !this.restarts()) {
        return;
      }
      backoff = Date.now() - ranSince > BACKOFF_RESET_MILLISECONDS ? shortest : backoff;
      await this.backOff(backoff);
      backoff = Math.min(backoff * 2, shortest * LONGEST_BACKOFF_FACTOR);
    }
  }

  /** Whether the container, having ended, is to run again. */
  restarts(): boolean {
    const { kind, state } = this.record;
    const policy = this.surroundings.pod().spec?.restartPolicy ?? "Always";
    if (kind === "sidecar") {
      return true;
    }
    return state.terminated?.exitCode === 0 ? policy === "Always" && kind === "main" : policy !== "Never";
  }

  /** Ends the container for good, if it runs. */
  async stop(gracePeriodSeconds: number): Promise<void> {
    await this.settle();
    if (this.running !== undefined) {
      this.finish(await this.end(gracePeriodSeconds, `Stopping container ${this.record.container.name}`));
    }
  }

  /** Shortens the grace period of a stop under way: the last request counts. */
  hurry(gracePeriodSeconds: number): void {
    this.running?.stop(gracePeriodSeconds);
  }

  /** Ends the container by force without a word. Resolves when nothing of it is left. */
  async abandon(): Promise<void> {
    await this.settle();
    this.probing.abort();
    this.running?.stop(0);
    await this.running?.ended;
  }

  /** A start under way gives up when the pod ends; what it has started by then is ended by it. */
  private async settle(): Promise<void> {
    await this.starting?.catch(() => undefined);
  }

  /** Whether a container of an earlier run of the sandbox goes on: only a simulated one does. */
  private async isStillRunning(): Promise<boolean> {
    const { record, surroundings } = this;
    if (record.state.running === undefined) {
      return false;
    }
    const image = await surroundings.images.find(record.container.image ?? "");
    if (image === undefined || (image.kind === "pulled" && image.lay === undefined)) {
      return true;
    }
    record.state = finishedState(record, LOST_EXIT);
    return false;
  }

  private async prepare(): Promise<PulledImage | undefined> {
    const { record, surroundings } = this;
    const image = await pullImage(record.container, {
      images: surroundings.images,
      backoffMilliseconds: surroundings.restartBackoffMilliseconds,
      signal: surroundings.ending,
      event: (type, reason, message) => surroundings.event(record, type, reason, message),
      hold: (reason, message) => this.hold(reason, message),
    });
    await surroundings.untilReferencesExist(record);
    return image;
  }

  /** Shows that the container cannot start for now, and why. */
  hold(reason: string, message: string): void {
    const { record } = this;
    record.lastState = record.state.terminated === undefined ? record.lastState : record.state;
    record.state = { waiting: { reason, message } };
    void this.surroundings.publish();
  }

  private async startWith(image: PulledImage | undefined): Promise<RunningContainer> {
    const { record, surroundings } = this;
    const isNew = record.state.running === undefined;
    const purpose = record.kind === "init" ? "run" : "serve";
    const { container } = record;
    const restartCount = nextRestartCount(record);
    const { node, hostIp } = surroundings;
    for (const pause of growingPauses()) {
      try {
        const details = { image, restartCount, node, hostIp, podIp: surroundings.podIp() };
        const running = await surroundings.runner.start({ pod: surroundings.pod(), container, purpose, ...details });
        if (isNew) {
          this.markStarted(image, "Normal", "Started", "Container started");
        }
        return running;
      } catch (error) {
        surroundings.ending.throwIfAborted();
        if (error instanceof ContainerStartError) {
          this.markStarted(image, "Warning", "Failed", `Error: ${error.message}`);
          const exit = { exitCode: 128, reason: "StartError", message: error.message };
          return { ended: Promise.resolve(exit), stop: () => undefined };
        }
        this.tellObstacle(error);
        await delay(pause, undefined, { signal: surroundings.ending });
      }
    }
    throw new Error("There is always a next pause.");
  }

  private markStarted(image: PulledImage | undefined, type: EventType, reason: string, message: string): void {
    const { record, surroundings } = this;
    // Only now: until then the instance before is the one whose log is asked for.
    record.restartCount = nextRestartCount(record);
    record.lastState = record.state.terminated === undefined ? record.lastState : record.state;
    record.containerId = newContainerId();
    record.imageId = image?.imageId;
    record.state = { running: { startedAt: new Date() } };
    surroundings.event(record, "Normal", "Created", "Container created");
    surroundings.event(record, type, reason, message);
  }

  private tellObstacle(error: unknown): void {
    if (error instanceof VolumeSetupError) {
      this.surroundings.mountFailed(error.volumeName, error.message);
      return;
    }
    const reason = error instanceof MissingReferenceError ? "CreateContainerConfigError" : "CreateContainerError";
    const message = errorText(error);
    this.surroundings.event(this.record, "Warning", "Failed", `Error: ${message}`);
    this.hold(reason, message);
  }

  private probe(running: RunningContainer): void {
    const { record, surroundings } = this;
    const probing = new AbortController();
    this.probing = probing;
    if (running.inside === undefined) {
      return;
    }
    void probeContainer({
      container: record.container,
      inside: running.inside,
      secondMilliseconds: surroundings.probeSecondMilliseconds,
      signal: probing.signal,
      onChange: (readiness) => {
        record.readiness = readiness;
        void surroundings.publish();
      },
      onUnhealthy: (message) => surroundings.event(record, "Warning", "Unhealthy", message),
      onDead: (kind, probe) => void this.restartDead(kind, probe),
    });
  }

  private async restartDead(kind: ProbeKind, probe: V1Probe): Promise<void> {
    const { container } = this.record;
    const ofPod = this.surroundings.pod().spec?.terminationGracePeriodSeconds ?? 30;
    await this.end(
      probe.terminationGracePeriodSeconds ?? ofPod,
      `Container ${container.name} failed ${kind.toLowerCase()} probe, will be restarted`,
    );
  }

  private async end(gracePeriodSeconds: number, message: string) {
    const { record, running, surroundings } = this;
    this.probing.abort();
    if (running === undefined || this.stopping) {
      running?.stop(gracePeriodSeconds);
      return running?.ended;
    }
    this.stopping = true;
    surroundings.event(record, "Normal", "Killing", message);
    const onHookFailed = () => surroundings.event(record, "Warning", "FailedPreStopHook", "PreStopHook failed");
    return stopContainer({ container: record.container, running, gracePeriodSeconds, onHookFailed });
  }

  private finish(exit: Awaited<RunningContainer["ended"]> | undefined): void {
    this.probing.abort();
    this.record.state = finishedState(this.record, exit);
    this.record.readiness = undefined;
    this.running = undefined;
    this.stopping = false;
  }

  private async backOff(milliseconds: number): Promise<void> {
    const { record, surroundings } = this;
    const { name } = record.container;
    const message = `back-off ${milliseconds / 1000}s restarting failed container=${name} pod=${surroundings.pod().metadata?.name}`;
    this.hold("CrashLoopBackOff", message);
    surroundings.event(record, "Warning", "BackOff", message);
    await delay(milliseconds, undefined, { signal: surroundings.ending });
    await this.start();
    await surroundings.publish();
  }
}

/** What the count is when the container has been started. One that goes on keeps its own. */
function nextRestartCount({ state, containerId, restartCount }: ContainerRecord): number {
  return state.running === undefined && containerId !== "" ? restartCount + 1 : restartCount;
}
