import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  BuildFailure,
  type BuildOrder,
  type ImageBuilder,
  type PushedImage,
} from "../../azure/containerRegistry/imageBuilder";
import type { RegistryImages } from "../../azure/containerRegistry/registryImages";
import { ImageReader, repositoryOf } from "../registry/imageReader";
import type { OciRegistry } from "../registry/ociRegistry";
import { buildImage } from "./buildImage";
import { BuildLog } from "./buildLog";
import { BuildProblem } from "./buildProblem";
import { neededStages } from "./dockerfile/neededStages";
import { readDockerfile } from "./dockerfile/readDockerfile";
import { FileTree } from "./files/fileTree";
import { unpackArchiveFile } from "./files/unpackArchive";
import { pullImage } from "./pullImage";
import { packImage, pushImage } from "./pushImage";
import type { StageState } from "./stageState";

export interface SandboxImageBuilderOptions {
  readonly registry: OciRegistry;
  /** The registries of the emulated cloud, which come up later than the builder. */
  readonly images: () => Promise<RegistryImages>;
  /** Clock of the log. Default: the machine's. */
  readonly now?: () => Date;
}

/** Builds what a Dockerfile says, as far as that needs neither a network nor isolation, and pushes it to the registry on loopback. */
export function sandboxImageBuilder(options: SandboxImageBuilderOptions): ImageBuilder {
  return {
    async build(order, log, signal) {
      const folder = mkdtempSync(join(tmpdir(), "image-build-"));
      const buildLog = new BuildLog(log, order, options.now ?? (() => new Date()));
      try {
        return await buildIn(folder, order, buildLog, signal, options);
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof BuildProblem ? failed(error, buildLog) : error;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

async function buildIn(
  folder: string,
  order: BuildOrder,
  log: BuildLog,
  signal: AbortSignal,
  { registry, images }: SandboxImageBuilderOptions,
): Promise<readonly PushedImage[]> {
  const { loginServer, platform } = order;
  const known = await images();
  log.beginStep("build");
  const context = await unpackArchiveFile(order.archive, { folder, system: platform.os });
  log.contextSent(context);
  const write = (line: string) => log.line(line);
  const text = dockerfileText(context, order.dockerfile);
  const dockerfile = refusedByDaemon(() => readDockerfile(text, order.dockerfile));
  const state = await buildImage({
    dockerfile,
    stages: refusedByDaemon(() => neededStages(dockerfile, order.target)),
    context,
    order,
    pull: (reference) =>
      pullImage(reference, {
        loginServer,
        platform,
        images: known,
        reader: new ImageReader(registry),
        folder,
        log: write,
      }),
    folder,
    log: write,
    signal,
  });
  log.line(`Successfully built ${state.shortId}`);
  const targets = order.imageNames.map((name) => ({ loginServer, ...tagged(name) }));
  targets.forEach(({ repository, tag }) => log.line(`Successfully tagged ${loginServer}/${repository}:${tag}`));
  log.timed("Successfully executed container: build");
  const pushed = order.push ? await push(state, targets, order, { folder, log, signal, registry, images: known }) : [];
  log.endSteps();
  return pushed;
}

/** Pushes the image under each of its names, in their order. */
async function push(
  state: StageState,
  targets: readonly { readonly loginServer: string; readonly repository: string; readonly tag: string }[],
  { registryId }: BuildOrder,
  context: {
    readonly folder: string;
    readonly log: BuildLog;
    readonly signal: AbortSignal;
    readonly registry: OciRegistry;
    readonly images: RegistryImages;
  },
): Promise<readonly PushedImage[]> {
  const { folder, log, signal, registry, images } = context;
  const packed = packImage(state);
  const { digest } = packed;
  const pushed: PushedImage[] = [];
  log.beginStep("push");
  for (const target of targets) {
    signal.throwIfAborted();
    const { loginServer, repository, tag } = target;
    log.timed(`Pushing image: ${loginServer}/${repository}:${tag}, attempt 1`);
    await pushImage(state, packed, target, { registry, folder, log: (line) => log.line(line) });
    if (!images.put(registryId, { ...factsOf(state), repository, digest }, tag)) {
      await registry.deleteManifest(repositoryOf(target), digest);
      throw new BuildProblem(`the registry ${loginServer} is not there any more`);
    }
    log.timed(`Successfully pushed image: ${loginServer}/${repository}:${tag}`);
    pushed.push({ repository, tag, digest });
  }
  return pushed;
}

/** What the daemon says before the first step is told with its name in front. */
function refusedByDaemon<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof BuildProblem ? new BuildProblem(`Error response from daemon: ${error.message}`) : error;
  }
}

function dockerfileText(context: FileTree, path: string): string {
  const source = context.get(FileTree.path(path))?.source;
  if (source === undefined) {
    throw new BuildProblem(
      `unable to prepare context: unable to evaluate symlinks in Dockerfile path: lstat /workspace/${path}: no such file or directory`,
    );
  }
  return readFileSync(source, "utf8").replace(/^\uFEFF/, "");
}

function factsOf({ base }: StageState) {
  const { os, osVersion, publicBase } = base;
  return {
    kind: "built",
    os,
    ...(osVersion === undefined ? {} : { osVersion }),
    ...(publicBase === undefined ? {} : { publicBase }),
  } as const;
}

function tagged(name: string): { readonly repository: string; readonly tag: string } {
  const [repository = "", tag = "latest"] = name.split(":");
  return { repository, tag };
}

/** As the service ends a run whose step has failed (Azure/acr#662). */
function failed({ message, exitCode }: BuildProblem, log: BuildLog): BuildFailure {
  log.line(message);
  log.timed("Container failed during run: build. No retries remaining.");
  log.line(`failed to run step ID: build: exit status ${exitCode}`);
  return new BuildFailure(`failed during run, err: exit status ${exitCode}`);
}
