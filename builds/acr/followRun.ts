import { setTimeout as delay } from "node:timers/promises";
import type { Run } from "@azure/arm-containerregistry";
import { BuildError } from "../buildError";
import type { BuildLimits } from "./buildLimits";
import { isFinished } from "./isFinished";
import { persistently } from "./persistently";
import type { RegistryTasks } from "./registryTasks";
import type { RunLog } from "./runLog";

export interface RunFollower {
  state(status: string): void;
  log(line: string): void;
}

/**
 * Follows a run to its end, its log line by line. A network that is away for a while is waited for.
 * @throws BuildError when the run is queued for too long, or cannot be asked after any more.
 * @throws AbortError when the signal comes; the run goes on then.
 */
export async function followRun(
  runId: string,
  tasks: RegistryTasks,
  log: RunLog,
  follower: RunFollower,
  limits: BuildLimits,
  signal: AbortSignal,
): Promise<Run> {
  const pause = () => delay(limits.pollMilliseconds, undefined, { signal });
  const look = () => persistently(() => tasks.run(runId, signal), limits, signal);
  const readLog = () =>
    persistently(() => log.read(signal), limits, signal).then(show, (error: unknown) => lose(error));
  const show = (lines: readonly string[]) => lines.forEach((line) => follower.log(line));
  // What counts is the run; without its log it is followed all the same.
  const lose = (error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof BuildError)) {
      throw error;
    }
    log.giveUp();
    follower.log(`The log cannot be read any more. ${error.problem}`);
  };

  let run = await look();
  let lookedAt = Date.now();
  const queuedUntil = Date.now() + limits.queueMinutes * 60_000;
  let shown = "";
  while (!isFinished(run)) {
    const isQueued = run.status === "Queued";
    if (isQueued && Date.now() > queuedUntil) {
      throw queuedTooLong(runId, limits);
    }
    if (run.status !== undefined && run.status !== shown) {
      shown = run.status;
      follower.state(shown);
    }
    if (!isQueued) {
      await readLog();
    }
    await pause();
    if (isQueued || log.isComplete || Date.now() - lookedAt >= limits.statusMilliseconds) {
      run = await look();
      lookedAt = Date.now();
    }
  }
  await readLog();
  for (const deadline = Date.now() + limits.graceSeconds * 1000; !log.isComplete && Date.now() < deadline;) {
    await pause();
    await readLog();
  }
  return run;
}

function queuedTooLong(runId: string, { queueMinutes }: BuildLimits): BuildError {
  return new BuildError(
    "queued-too-long",
    `The run ${runId} has been queued for ${queueMinutes} minutes, without a machine to build on.`,
    "Start the build again later. status.azure.com tells of disturbances of Azure Container Registry in the region.",
  );
}
