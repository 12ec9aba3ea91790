import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Run } from "@azure/arm-containerregistry";
import { BuildError } from "../buildError";
import type { AcrBuildRequest, BuildObserver } from "./acrBuild";
import type { BuildLimits } from "./buildLimits";
import { isFinished } from "./isFinished";
import { markedImage } from "./imageMark";
import { persistently } from "./persistently";
import type { RegistryTasks } from "./registryTasks";
import { RunLog } from "./runLog";

/** An image that is older may have been removed by a purge meanwhile, and building it again costs minutes only. */
const memoryDays = 7;

/**
 * An earlier run for the first image of the request, which an interrupted build has left: one that has succeeded and still names the
 * image, else one that is not finished and whose log shows its mark. A queued run has no log yet, so it is waited for; runs that were
 * queued before would be built before a new one in any case.
 * @returns its id
 */
export async function adoptableRun(
  { images, os }: Pick<AcrBuildRequest, "images" | "os">,
  tasks: RegistryTasks,
  observer: BuildObserver,
  limits: BuildLimits,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [image = ""] = images;
  const runs = await tasks.runsSince(new Date(Date.now() - memoryDays * 86_400_000), signal);
  const named = runs.find((run) => names(run, image) && (run.status === "Succeeded" || !isFinished(run)));
  if (named !== undefined) {
    return named.runId;
  }
  const unfinished = runs.filter(
    (run) => !isFinished(run) && run.runType === "QuickBuild" && (run.platform?.os ?? os) === os,
  );
  if (unfinished.length > 0) {
    observer.progress(`waiting until earlier runs say what they build (${unfinished.length})`);
  }
  const others = new AbortController();
  const either = AbortSignal.any([signal, others.signal]);
  // Each of the searches listens to it, and Node takes more than ten listeners for a leak.
  setMaxListeners(0, either);
  try {
    return await firstFound(
      unfinished.map(async ({ runId = "" }) =>
        (await isFor(image, runId, tasks, limits, either)) ? runId : undefined,
      ),
    );
  } finally {
    others.abort();
  }
}

/** The first that there is, without waiting for the rest; undefined when there is none. */
function firstFound<Found>(searches: readonly Promise<Found | undefined>[]): Promise<Found | undefined> {
  return new Promise((resolve, reject) => {
    for (const search of searches) {
      search.then((found) => {
        if (found !== undefined) {
          resolve(found);
        }
      }, reject);
    }
    Promise.all(searches).then(() => resolve(undefined), reject);
  });
}

function names({ outputImages = [] }: Run, image: string): boolean {
  return outputImages.some(({ repository, tag }) => `${repository ?? ""}:${tag ?? ""}` === image);
}

/** Waits until the log of a run says what it builds. */
async function isFor(
  image: string,
  runId: string,
  tasks: RegistryTasks,
  limits: BuildLimits,
  signal: AbortSignal,
): Promise<boolean> {
  const log = new RunLog(tasks, runId);
  for (const deadline = Date.now() + limits.queueMinutes * 60_000; Date.now() < deadline;) {
    const run = await persistently(() => tasks.run(runId, signal), limits, signal);
    const lines = await persistently(() => log.read(signal), limits, signal).catch(unreadable);
    const mark = lines?.map(markedImage).find((found) => found !== undefined);
    if (lines === undefined) {
      return false;
    }
    if (mark !== undefined) {
      return mark === image && (!isFinished(run) || run.status === "Succeeded");
    }
    if (isFinished(run)) {
      return run.status === "Succeeded" && names(run, image);
    }
    await delay(limits.pollMilliseconds, undefined, { signal });
  }
  return false;
}

/** A log that cannot be read tells nothing of what is built. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof BuildError)) {
    throw error;
  }
}
