import { setTimeout as delay } from "node:timers/promises";
import { textAt } from "../../json";
import type { StoredResource } from "../../store";
import { durations } from "../../tables/durations";
import { BuildFailure, type BuildOrder, type ImageBuilder, type PushedImage } from "../imageBuilder";
import { buildOf, type RunStatus } from "./run";
import type { RunLog } from "./runLog";

/** How a run ended. */
export interface RunOutcome {
  readonly status: RunStatus;
  readonly images: readonly PushedImage[];
  readonly errorMessage?: string;
}

export interface RunTime {
  /** 0: as fast as possible; 1: as long as in Azure. */
  readonly durationFactor: number;
  /** Seconds of this machine that a build may take at least, however fast the emulated clock runs. */
  readonly patienceSeconds: number;
}

/** Builds, for as long as Azure takes times the duration factor, until the run's time-out or its cancellation. */
export async function carryOutRun(
  run: StoredResource,
  order: BuildOrder,
  builder: ImageBuilder,
  log: RunLog,
  time: RunTime,
  cancelled: AbortSignal,
): Promise<RunOutcome> {
  const tooLong = new AbortController();
  const build = buildOf(run);
  const seconds = durations.imageBuild[build.os];
  const timer = setTimeout(() => tooLong.abort(), timeLimit(build.timeoutSeconds, seconds, time));
  const signal = AbortSignal.any([cancelled, tooLong.signal]);
  try {
    const fault = textAt(run.internal, "fault.message");
    if (fault !== undefined) {
      throw new BuildFailure(fault);
    }
    const work = builder.build(order, (line) => log.line(line), signal);
    const [images] = await untilAborted(
      Promise.all([work, delay(seconds * 1000 * time.durationFactor, undefined, { signal })]),
      signal,
    );
    return { status: "Succeeded", images };
  } catch (error) {
    return { images: [], ...failure(error, cancelled, tooLong.signal, build.timeoutSeconds) };
  } finally {
    clearTimeout(timer);
  }
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
  return { status: error instanceof BuildFailure ? "Failed" : "Error", errorMessage: errorText(error) };
}

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error));

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
