import { setTimeout as delay } from "node:timers/promises";
import { textAt } from "../../json";
import type { ResourceStore, StoredResource } from "../../store";
import { durations } from "../../tables/durations";
import { BuildFailure, type BuildOrder, type ImageBuilder, type PushedImage } from "../imageBuilder";
import { buildOf, type RunStatus } from "./run";
import type { RunLog } from "./runLog";
import { loginRefusal, loginServerOf, pushAllowed, signsIn } from "./sourceRegistry";

/** How a run ended. */
export interface RunOutcome {
  readonly status: RunStatus;
  readonly images: readonly PushedImage[];
  readonly errorMessage?: string;
}

/** A run with all that carrying it out takes. */
export interface StartedRun {
  readonly run: StoredResource;
  readonly registry: StoredResource;
  readonly order: BuildOrder;
  readonly log: RunLog;
}

export interface RunTime {
  /** 0: as fast as possible; 1: as long as in Azure. */
  readonly durationFactor: number;
  /** Seconds of this machine that a build may take at least, however fast the emulated clock runs. */
  readonly patienceSeconds: number;
}

/** Builds, for as long as Azure takes times the duration factor, until the run's time-out or its cancellation. */
export async function carryOutRun(
  started: StartedRun,
  builder: ImageBuilder,
  store: ResourceStore,
  time: RunTime,
  cancelled: AbortSignal,
): Promise<RunOutcome> {
  const tooLong = new AbortController();
  const { os, timeoutSeconds } = buildOf(started.run);
  const seconds = durations.imageBuild[os];
  const timer = setTimeout(() => tooLong.abort(), timeLimit(timeoutSeconds, seconds, time));
  const signal = AbortSignal.any([cancelled, tooLong.signal]);
  try {
    const work = build(started, builder, store, signal);
    const pause = delay(seconds * 1000 * time.durationFactor, undefined, { signal });
    const [images] = await untilAborted(Promise.all([work, pause]), signal);
    return { status: "Succeeded", images };
  } catch (error) {
    return { images: [], ...failure(error, cancelled, tooLong.signal, timeoutSeconds) };
  } finally {
    clearTimeout(timer);
  }
}

/** @throws BuildFailure when the build ends without an image. Texts before and after the build's own: Azure/acr#662. */
async function build(
  { run, registry, order, log }: StartedRun,
  builder: ImageBuilder,
  store: ResourceStore,
  signal: AbortSignal,
): Promise<readonly PushedImage[]> {
  const details = buildOf(run);
  const fault = textAt(run.internal, "fault.message");
  if (fault !== undefined) {
    throw new BuildFailure(fault);
  }
  log.timed("Downloading source code...");
  log.timed("Finished downloading source code");
  if (signsIn(details, registry)) {
    log.timed(`Logging in to registry: ${loginServerOf(registry)}`);
    const refusal = loginRefusal(registry);
    if (refusal !== undefined) {
      throw refused(refusal, log);
    }
    log.timed(`Successfully logged into ${loginServerOf(registry)}`);
  } else if (order.push) {
    // Text: Azure/acr-builder pkg build, validatePush.
    throw refused("when specifying push, at least one credential is required", log);
  }
  const allowed = pushAllowed(details, registry, store);
  // Clients take a log whose run has ended for complete, whatever a builder still has to say that was told to stop.
  const write = (line: string) => (signal.aborted ? undefined : log.line(line));
  const images = await builder.build({ ...order, push: order.push && allowed }, write, signal);
  if (order.push && !allowed) {
    log.timed(`Pushing image: ${loginServerOf(registry)}/${order.imageNames[0] ?? ""}, attempt 1`);
    throw refused(
      "unauthorized: authentication required, visit https://aka.ms/acr/authorization for more information.",
      log,
    );
  }
  return order.push ? images : [];
}

/** The log has the reason; the run itself, as all that fail in the service, the exit status alone (Azure/azure-cli#28151). */
function refused(reason: string, log: RunLog): BuildFailure {
  log.line(reason);
  return new BuildFailure("failed during run, err: exit status 1");
}

/** Milliseconds of this machine after which a run has timed out. */
function timeLimit(timeoutSeconds: number, durationSeconds: number, { durationFactor, patienceSeconds }: RunTime) {
  const emulated = timeoutSeconds * durationFactor;
  return 1000 * (durationSeconds > timeoutSeconds ? emulated : Math.max(emulated, patienceSeconds));
}

function failure(
  error: unknown,
  cancelled: AbortSignal,
  tooLong: AbortSignal,
  timeoutSeconds: number,
): Omit<RunOutcome, "images"> {
  if (cancelled.aborted) {
    return { status: "Canceled" };
  }
  if (tooLong.aborted) {
    return { status: "Timeout", errorMessage: `The run did not finish within ${timeoutSeconds} seconds.` };
  }
  const errorMessage = error instanceof Error ? error.message : String(error);
  return { status: error instanceof BuildFailure ? "Failed" : "Error", errorMessage };
}

/** What comes first: the work's end, or the signal. Work that goes on after the signal is left to itself. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(new Error("aborted"));
    signal.addEventListener("abort", aborted, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", aborted));
    if (signal.aborted) {
      aborted();
    }
  });
}
