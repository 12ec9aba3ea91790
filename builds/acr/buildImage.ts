import type { DockerBuildRequest, Run } from "@azure/arm-containerregistry";
import type { AzureAccess } from "../azure/azureAccess";
import { BuildError } from "../buildError";
import type { AcrBuildRequest, BuildObserver, BuiltImage } from "./acrBuild";
import { type BuildPace, servicePace } from "./buildPace";
import { followRun } from "./followRun";
import { RegistryTasks } from "./registryTasks";
import { RunLog } from "./runLog";
import { uploadContext } from "./uploadContext";

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
  pace: BuildPace = servicePace,
): Promise<BuiltImage> {
  const tasks = new RegistryTasks(request.registry, azure);
  const sourceLocation = await uploadContext(request.context, tasks, observer, signal);
  const runId = await tasks.schedule(buildRequest(request, sourceLocation));
  const run = await followRun(runId, tasks, new RunLog(tasks, runId), observer, pace, signal);
  return builtImage(request, run, runId, false);
}

function buildRequest(request: AcrBuildRequest, sourceLocation: string): DockerBuildRequest {
  const { buildArguments, secretBuildArguments = {} } = request;
  return {
    type: "DockerBuildRequest",
    sourceLocation,
    dockerFilePath: request.dockerfile,
    imageNames: [...request.images],
    isPushEnabled: true,
    noCache: request.noCache ?? false,
    platform: { os: request.os, architecture: "amd64" },
    target: request.target,
    timeout: request.timeoutSeconds ?? 3600,
    arguments: [
      ...Object.entries(buildArguments).map(([name, value]) => ({ name, value, isSecret: false })),
      ...Object.entries(secretBuildArguments).map(([name, value]) => ({ name, value, isSecret: true })),
    ],
  };
}

function builtImage(request: AcrBuildRequest, run: Run, runId: string, adopted: boolean): BuiltImage {
  if (run.status !== "Succeeded") {
    throw new BuildError(
      "build-failed",
      `The run ${runId} ended as ${run.status}: ${run.runErrorMessage ?? ""}`,
      "See its log.",
    );
  }
  const images = request.images.map((image) => {
    const [repository = "", tag = ""] = image.split(":");
    const digest = run.outputImages?.find((output) => output.repository === repository && output.tag === tag)?.digest;
    if (digest === undefined) {
      throw new BuildError(
        "digest-missing",
        `The run ${runId} succeeded without naming a digest of ${image}.`,
        "Look the tag up in the registry.",
      );
    }
    return { repository, tag, digest };
  });
  return { loginServer: request.registry.loginServer, images, runId, adopted };
}
