import { randomUUID } from "node:crypto";
import { openSync, readSync, closeSync } from "node:fs";
import { join, posix } from "node:path";
import type { BaseImage } from "./baseImage";
import type { Build } from "./build";
import { BuildProblem } from "./buildProblem";
import { workingDirectory } from "./configInstructions";
import { expandText } from "./dockerfile/expandText";
import type { Instruction } from "./dockerfile/instruction";
import { copyFiles } from "./files/copyFiles";
import { FileTree, type TreeEntry } from "./files/fileTree";
import { unpackArchiveFile } from "./files/unpackArchive";
import { writeLayer } from "./files/writeLayer";
import { needsBuildKit } from "./needsBuildKit";
import { owner } from "./owner";
import { StageState } from "./stageState";

const remote = /^(?:https?|ftp):\/\//;

/** What only BuildKit knows. */
const buildKitFlags = ["chmod", "link", "parents", "exclude", "checksum", "keep-git-dir"];

/**
 * A COPY or ADD: what it puts into the image becomes a layer.
 * @param stage The stage that `--from` names.
 * @throws BuildProblem
 */
export async function copyInstruction(
  instruction: Instruction,
  state: StageState,
  build: Build,
  stage: StageState | undefined,
): Promise<void> {
  const { original, flags } = instruction;
  const keyword = instruction.keyword === "ADD" ? "ADD" : "COPY";
  const option = buildKitFlags.find((name) => name in flags);
  if (option !== undefined) {
    throw new BuildProblem(needsBuildKit(`--${option}`));
  }
  const { sources, destination } = places(instruction, state, build.dockerfile.escape);
  const local = localSources(sources, keyword, build.log);
  const from = stage ?? (await imageSource(flags["from"], build));
  const request = {
    keyword,
    sources: local,
    destination,
    from: from?.tree ?? build.context,
    fromContext: from === undefined,
    mayHold: (path: string) => from?.mayHold(path) === true,
    ...ownerOf(flags["chown"], state, build),
  } as const;
  const isRemoteAlone = local.length === 0 && sources.length > 0;
  const { entries, unknown } = isRemoteAlone ? { entries: [], unknown: [] } : copyFiles(request, state.tree, state.os);
  if (unknown.length > 0) {
    build.log(
      ` ---> Not copied: ${unknown.join(", ")}. What is there comes from a RUN that was not executed, or from a public base.`,
    );
  }
  const laid = keyword === "ADD" ? await unpacked(entries, local, FileTree.path(destination), build, state) : entries;
  const isIncomplete = unknown.length > 0 || local.length < sources.length;
  if (laid.length === 0) {
    state.note(original, isIncomplete);
    return;
  }
  state.add(original, await writeLayer(laid, join(build.folder, `${randomUUID()}.tar.gz`)), laid, isIncomplete);
}

/** Those that need no network. @throws BuildProblem for COPY from a URL. */
function localSources(
  sources: readonly string[],
  keyword: "COPY" | "ADD",
  log: (line: string) => void,
): readonly string[] {
  const local = sources.filter((source) => !remote.test(source));
  if (local.length < sources.length) {
    if (keyword === "COPY") {
      throw new BuildProblem("COPY failed: source can't be a URL for COPY");
    }
    log(" ---> Not downloaded: the sandbox reaches no network. What comes from there is not in the image.");
  }
  return local;
}

function ownerOf(chown: string | undefined, state: StageState, { dockerfile, log }: Build) {
  if (chown === undefined) {
    return {};
  }
  const { uid, gid, unknown } = owner(expandText(chown, state.variables, dockerfile.escape), state);
  if (unknown.length > 0) {
    log(` ---> The number of ${unknown.join(" and ")} is in files that the sandbox does not have: 0 stands for it.`);
  }
  return { owner: { uid, gid } };
}

function places({ text, words }: Instruction, state: StageState, escape: string) {
  const written = words ?? text.split(/\s+/);
  const expanded = written
    .filter((word) => !word.startsWith("<<"))
    .map((word) => expandText(word, state.variables, escape));
  const last = expanded.at(-1) ?? "";
  const isFolder =
    /[\\/]$/.test(state.os === "windows" ? last : last.replaceAll("\\", "")) || /(?:^|[\\/])\.$/.test(last);
  const absolute = workingDirectory(state.config.WorkingDir, last, state.os);
  return { sources: expanded.slice(0, -1), destination: `${absolute}${isFolder ? "/" : ""}` };
}

/** An image that COPY --from names. */
async function imageSource(reference: string | undefined, { pull, order }: Build): Promise<StageState | undefined> {
  if (reference === undefined) {
    return undefined;
  }
  const base: BaseImage = await pull(reference).catch((error: unknown) => {
    throw error instanceof BuildProblem
      ? new BuildProblem(`invalid from flag value ${reference}: ${error.message}`)
      : error;
  });
  return new StageState(base, order.platform.architecture);
}

/** ADD unpacks the archives that it names into the destination. */
async function unpacked(
  entries: readonly TreeEntry[],
  sources: readonly string[],
  folder: string,
  { folder: workFolder }: Build,
  { os }: StageState,
): Promise<readonly TreeEntry[]> {
  const named = new Set([folder, ...sources.map((source) => FileTree.path(`${folder}/${posix.basename(source)}`))]);
  const laid: TreeEntry[] = [];
  for (const entry of entries) {
    const { source, path } = entry;
    const form = source === undefined || !named.has(path) ? undefined : archiveForm(source);
    const tree =
      source === undefined || form === undefined
        ? undefined
        : await unpackArchiveFile(source, { folder: workFolder, system: os, isPacked: form === "gzip" }).catch(
            () => undefined,
          );
    const inside = tree?.below("").map((inner) => ({ ...inner, path: FileTree.path(`${folder}/${inner.path}`) }));
    laid.push(...(inside === undefined || inside.length === 0 ? [entry] : inside));
  }
  return laid;
}

function archiveForm(file: string): "gzip" | "plain" | undefined {
  const head = Buffer.alloc(262);
  const opened = openSync(file, "r");
  readSync(opened, head, 0, head.length, 0);
  closeSync(opened);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    return "gzip";
  }
  return head.subarray(257, 262).toString("latin1") === "ustar" ? "plain" : undefined;
}
