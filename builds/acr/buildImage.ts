import type { Run } from "@azure/arm-containerregistry";
import type { AzureAccess } from "../azure/azureAccess";
import { BuildError } from "../buildError";
import type { AcrBuildRequest, BuildObserver, BuiltImage } from "./acrBuild";
import { adoptableRun } from "./adoptableRun";
import { type BuildLimits, serviceLimits } from "./buildLimits";
import { cancelRun } from "./cancelRun";
import { dockerBuildRequest } from "./dockerBuildRequest";
import { explainRun } from "./failures/explainRun";
import { followRun } from "./followRun";
import { markedContext } from "./markedContext";
import { RegistryTasks } from "./registryTasks";
import { RunLog } from "./runLog";
import { uploadContext } from "./uploadContext";

/** Lines of a log that are kept to tell why a build has failed. */
const keptLines = 200;

/**
 * Builds an image with ACR Tasks: uploads the context, starts a run, follows it to its end. When the signal comes the run is cancelled,
 * and the call ends when the service has stopped it.
 * @throws BuildError for every way in which there is no image in the end.
 */
export async function buildImage(
  request: AcrBuildRequest,
  azure: AzureAccess,
  observer: BuildObserver,
  signal: AbortSignal,
  limits: BuildLimits = serviceLimits,
): Promise<BuiltImage> {
  const tasks = new RegistryTasks(request.registry, azure);
  let runId: string | undefined;
  try {
    const earlier = request.adopt === true ? await adoptableRun(request, tasks, observer, limits, signal) : undefined;
    runId = earlier ?? (await startRun(request, tasks, observer, limits, signal));
    observer.progress(
      earlier === undefined ? `run ${runId} is scheduled` : `run ${runId} of an earlier build is taken`,
    );
    const { run, log } = await watch(runId, tasks, observer, limits, signal);
    if (run.status !== "Succeeded") {
      throw explainRun(run, log, request);
    }
    return builtImage(request, run, runId, earlier !== undefined);
  } catch (error) {
    if (signal.aborted) {
      throw await cancelled(runId, tasks, observer, limits);
    }
    if (runId !== undefined && error instanceof BuildError && error.code === "queued-too-long") {
      await cancelRun(runId, tasks, limits);
    }
    throw error;
  }
}

async function startRun(
  request: AcrBuildRequest,
  tasks: RegistryTasks,
  observer: BuildObserver,
  limits: BuildLimits,
  signal: AbortSignal,
): Promise<string> {
  const context = request.adopt === true ? await markedContext(request) : request.context;
  const sourceLocation = await uploadContext(context, tasks, observer, limits, signal);
  signal.throwIfAborted();
  return tasks.schedule(dockerBuildRequest(request, sourceLocation));
}

async function watch(
  runId: string,
  tasks: RegistryTasks,
  observer: BuildObserver,
  limits: BuildLimits,
  signal: AbortSignal,
): Promise<{ readonly run: Run; readonly log: readonly string[] }> {
  const log: string[] = [];
  const follower = {
    state: (status: string) => observer.progress(`run ${runId} is ${status.toLowerCase()}`),
    log: (line: string) => {
      log.push(line);
      log.splice(0, log.length - keptLines);
      observer.log(line);
    },
  };
  const run = await followRun(runId, tasks, new RunLog(tasks, runId), follower, limits, signal);
  return { run, log };
}

async function cancelled(
  runId: string | undefined,
  tasks: RegistryTasks,
  observer: BuildObserver,
  limits: BuildLimits,
): Promise<BuildError> {
  if (runId === undefined) {
    return new BuildError("cancelled", "The build was interrupted before a run was started.", "Nothing is left to do.");
  }
  observer.progress(`cancelling run ${runId}`);
  const status = await cancelRun(runId, tasks, limits);
  return new BuildError(
    "cancelled",
    `The build was interrupted; its run ${runId} ended as ${status.toLowerCase()}.`,
    "Nothing is left to do.",
  );
}

function builtImage(request: AcrBuildRequest, run: Run, runId: string, adopted: boolean): BuiltImage {
  const images = request.images.map((image) => {
    const [repository = "", tag = ""] = image.split(":");
    const built = run.outputImages?.find((output) => output.repository === repository && output.tag === tag);
    if (built?.digest === undefined) {
      throw new BuildError(
        "digest-missing",
        `The run ${runId} succeeded, but names no digest of ${image}.`,
        `Read it from the registry: az acr manifest show-metadata ${request.registry.loginServer}/${image}`,
      );
    }
    return { repository, tag, digest: built.digest };
  });
  return { loginServer: request.registry.loginServer, images, runId, adopted };
}
