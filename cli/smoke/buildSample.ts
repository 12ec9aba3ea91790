import { join } from "node:path";
import type { RegistryReference } from "../../builds/acr/acrBuild";
import { buildImage } from "../../builds/acr/buildImage";
import type { AzureAccess } from "../../builds/azure/azureAccess";
import { hashContext } from "../../builds/context/hashContext";
import { readContext } from "../../builds/context/readContext";
import type { SmokeTarget } from "./smokeTarget";

export interface SampleSurroundings {
  readonly azure: AzureAccess;
  readonly progress: (message: string) => void;
  readonly signal: AbortSignal;
}

const dockerfile = "Dockerfile";
/** More of the hash would tell no more two samples apart. */
const tagLength = 16;

/** The folder of a system's sample, as a person sees it in the checkout. */
export function sampleOf({ system }: SmokeTarget): string {
  return `samples/${system}-web`;
}

/**
 * Builds the sample of a version's system in a registry, unless that was done before: the tag is the hash of what is built.
 * @returns the image by its digest
 * @throws BuildError
 */
export async function buildSample(
  target: SmokeTarget,
  registry: RegistryReference,
  { azure, progress, signal }: SampleSurroundings,
): Promise<string> {
  const sample = sampleOf(target);
  const context = await readContext(join(__dirname, "..", "..", sample), { dockerfile });
  const tag = (await hashContext(context)).slice(0, tagLength);
  const { loginServer, images } = await buildImage(
    {
      registry,
      context,
      dockerfile,
      images: [`smoke/${target.os}:${tag}`],
      os: target.system === "windows" ? "Windows" : "Linux",
      buildArguments: target.windows === undefined ? {} : { WINDOWS_VERSION: target.windows.imageTag },
      adopt: true,
    },
    azure,
    { progress: (message) => progress(`${target.os}: ${sample}: ${message}`), log: () => undefined },
    signal,
  );
  const [image] = images;
  return `${loginServer}/${image?.repository}@${image?.digest}`;
}
