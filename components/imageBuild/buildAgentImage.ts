import type { AcrBuildRequest, BuildObserver } from "../../builds/acr/acrBuild";
import { buildImage } from "../../builds/acr/buildImage";
import { parseRegistryId } from "../../builds/acr/registryId";
import { azureAccess } from "../../builds/azure/azureAccess";
import { BuildError } from "../../builds/buildError";
import { engineLog, type EngineLog } from "./engineLog";
import { imageContext, imageContextHash, ownContextFolder } from "./imageContext";
import type { ImageBuildInputs, ImageBuildOutputs } from "./imageBuildInputs";

/** The service stops a build after so long. A Windows base alone is several gigabytes, which are fetched for each build. */
const timeoutSeconds = 3600;

/** Has the registry build an image, shows how far it is, and returns what is known of it then. @throws BuildError */
export async function buildAgentImage(inputs: ImageBuildInputs): Promise<ImageBuildOutputs> {
  const log = engineLog(inputs.resourceUrn, process.argv);
  const watch = endWithEngine();
  try {
    const built = await buildObserved(inputs, log);
    log.status(`built by run ${built.runId}`);
    return built;
  } finally {
    clearInterval(watch);
    await log.close();
  }
}

/** A killed engine leaves its providers behind; this one would wait for the end of a build that nobody asks about any more. */
function endWithEngine(): NodeJS.Timeout {
  const { ppid: engine } = process;
  return setInterval(() => {
    if (process.ppid !== engine) process.exit();
  }, 1000);
}

async function buildObserved(inputs: ImageBuildInputs, log: EngineLog): Promise<ImageBuildOutputs> {
  const observer: BuildObserver = {
    progress: (message) => log.status(message),
    // Of a build's thousands of lines those that say how far it is: the rest is in the registry, and the end of it in the error.
    log: (line) => {
      if (/^Step \d+\/\d+ :/.test(line)) log.status(line.replace(/^(.{70}).+$/, "$1 …"));
    },
  };
  const { signal } = new AbortController();
  const { images, runId } = await buildImage(await requestOf(inputs), await azureAccess(process.env), observer, signal);
  const [image] = images;
  if (image === undefined) {
    throw new BuildError(
      "no-image",
      `The run ${runId} ended without an image ${inputs.repository}:${inputs.tag}.`,
      "Start the update again; it builds the image anew.",
    );
  }
  return { ...inputs, digest: image.digest, runId };
}

async function requestOf(inputs: ImageBuildInputs): Promise<AcrBuildRequest> {
  const { registryId, repository, tag, dockerfile, os, loginServer, roleAssignmentMode } = inputs;
  const registry = parseRegistryId(registryId);
  if (registry === undefined) {
    throw new BuildError("unknown-registry", `${registryId} is no id of a registry.`, "Check registry.existing.");
  }
  if ((await imageContextHash(inputs.contextFolder, dockerfile)) !== inputs.contextHash) {
    throw new BuildError(
      "context-changed",
      `What ${inputs.repository} is made of has changed since the update began.`,
      "Start the update again.",
    );
  }
  return {
    registry: { ...registry, loginServer, roleAssignmentMode },
    context: await imageContext(inputs.contextFolder, dockerfile),
    dockerfile,
    images: [`${repository}:${tag}`],
    os,
    buildArguments: {
      ...inputs.buildArguments,
      [inputs.baseArgument]: inputs.baseImage,
      // A label of the image alone: as part of the tag it would build all images again with each version of the program.
      ...(inputs.contextFolder === ownContextFolder && { IMAGE_VERSION: tag }),
    },
    timeoutSeconds,
    adopt: true,
  };
}
