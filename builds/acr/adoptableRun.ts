import { setTimeout as delay } from "node:timers/promises";
import type { Run } from "@azure/arm-containerregistry";
import type { AcrBuildRequest } from "./acrBuild";
import type { BuildLimits } from "./buildLimits";
import { isFinished } from "./isFinished";
import { markedImage } from "./imageMark";
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
  const searched = await Promise.all(
    unfinished.map(async ({ runId = "" }) => ((await isFor(image, runId, tasks, limits, signal)) ? runId : undefined)),
  );
  return searched.find((runId) => runId !== undefined);
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
    const run = await tasks.run(runId, signal);
    const mark = (await log.read(signal)).map(markedImage).find((found) => found !== undefined);
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
