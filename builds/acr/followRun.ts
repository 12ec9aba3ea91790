import { setTimeout as delay } from "node:timers/promises";
import type { Run } from "@azure/arm-containerregistry";
import { BuildError } from "../buildError";
import type { BuildObserver } from "./acrBuild";
import type { BuildPace } from "./buildPace";
import type { RegistryTasks } from "./registryTasks";
import type { RunLog } from "./runLog";

const finished: ReadonlySet<string> = new Set(["Succeeded", "Failed", "Canceled", "Error", "Timeout"]);

export function isFinished({ status }: Run): boolean {
  return status !== undefined && finished.has(status);
}

/**
 * Follows a run to its end, its log line by line.
 * @throws BuildError when it is queued for too long; the run is not cancelled then.
 * @throws AbortError when the signal comes
 */
export async function followRun(
  runId: string,
  tasks: RegistryTasks,
  log: RunLog,
  observer: BuildObserver,
  pace: BuildPace,
  signal: AbortSignal,
): Promise<Run> {
  const queuedUntil = Date.now() + pace.queueMinutes * 60_000;
  let run = await tasks.run(runId, signal);
  let lookedAt = Date.now();
  let shown = "";
  while (!isFinished(run)) {
    if (run.status === "Queued" && Date.now() > queuedUntil) {
      throw new BuildError(
        "queued-too-long",
        `The run ${runId} has been queued for ${pace.queueMinutes} minutes without a machine to build on.`,
        "Try again later; status.azure.com tells of disturbances of Azure Container Registry in the region.",
      );
    }
    if (run.status !== undefined && run.status !== shown) {
      shown = run.status;
      observer.progress(`run ${runId}: ${shown.toLowerCase()}`);
    }
    const isQueued = run.status === "Queued";
    if (!isQueued) {
      (await log.read(signal)).forEach((line) => observer.log(line));
    }
    await delay(pace.pollMilliseconds, undefined, { signal });
    if (isQueued || log.isComplete || Date.now() - lookedAt >= pace.statusMilliseconds) {
      run = await tasks.run(runId, signal);
      lookedAt = Date.now();
    }
  }
  const completeUntil = Date.now() + pace.graceSeconds * 1000;
  for (;;) {
    (await log.read(signal)).forEach((line) => observer.log(line));
    if (log.isComplete || Date.now() > completeUntil) {
      return run;
    }
    await delay(pace.pollMilliseconds, undefined, { signal });
  }
}
