import { type Dirent, readdirSync, readlinkSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import type { BuildContext, ContextFile } from "../buildContext";
import { BuildError } from "../buildError";
import { type IgnoreRules, readIgnoreRules } from "./ignoreRules";

/**
 * The files of a folder that belong to a build, by Docker's rules: what the ignore file names is left out, except the
 * Dockerfile and the ignore file themselves, which the builder needs. Folders without files are left out as well.
 * @param options.dockerfile Path in the folder, with "/". Default "Dockerfile".
 * @throws BuildError when there is nothing to build, or a file that no archive can hold.
 */
export async function readContext(folder: string, options: { dockerfile?: string } = {}): Promise<BuildContext> {
  const dockerfile = posix.normalize(options.dockerfile ?? "Dockerfile");
  requireFolder(folder);
  requireDockerfile(folder, dockerfile);
  const rules = readIgnoreRules(folder, dockerfile);
  const files = new Map<string, ContextFile>();
  try {
    collect(folder, "", rules, files);
  } catch (error) {
    throw unreadable(folder, error);
  }
  files.set(dockerfile, regularFile(folder, dockerfile));
  if (rules.text !== undefined) {
    // The builder applies the rules once more to COPY and ADD, and knows this name alone.
    files.set(".dockerignore", { path: ".dockerignore", mode: 0o644, source: { kind: "text", text: rules.text } });
  }
  return { files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** Such as a folder that this user may not list. */
function unreadable(folder: string, error: unknown): unknown {
  return error instanceof Error && "syscall" in error
    ? new BuildError(
        "context-unreadable",
        `The build context ${folder} cannot be read: ${error.message}`,
        "Give this user the right to read it, or name it in .dockerignore.",
      )
    : error;
}

function requireFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) {
    throw new BuildError(
      "context-missing",
      found === undefined ? `There is no folder ${folder}.` : `The build context ${folder} is not a folder.`,
      "Name the folder that holds the Dockerfile and what it copies.",
    );
  }
}

function requireDockerfile(folder: string, dockerfile: string): void {
  if (posix.isAbsolute(dockerfile) || dockerfile === ".." || dockerfile.startsWith("../")) {
    throw new BuildError(
      "dockerfile-outside",
      `The Dockerfile ${dockerfile} is not in the build context ${folder}.`,
      "Give its path as seen from the context, or take a folder above both as the context.",
    );
  }
  if (statSync(join(folder, dockerfile), { throwIfNoEntry: false })?.isFile() !== true) {
    const isEmpty = readdirSync(folder).length === 0;
    throw new BuildError(
      "dockerfile-missing",
      isEmpty ? `The build context ${folder} is empty.` : `There is no ${dockerfile} in the build context ${folder}.`,
      "A build needs a Dockerfile; one of another name is given with its path in the context.",
    );
  }
}

function collect(folder: string, below: string, rules: IgnoreRules, files: Map<string, ContextFile>): void {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = posix.join(below, entry.name);
    const isIgnored = rules.ignores(path);
    if (entry.isDirectory()) {
      if (!isIgnored || rules.hasExceptions) {
        collect(folder, path, rules, files);
      }
    } else if (!isIgnored) {
      const file = contextFile(folder, path, entry);
      if (file !== undefined) {
        files.set(path, file);
      }
    }
  }
}

/** Undefined for a socket, which Docker leaves out without a word. */
function contextFile(folder: string, path: string, entry: Dirent): ContextFile | undefined {
  if (entry.isFile()) {
    return regularFile(folder, path);
  }
  if (entry.isSymbolicLink()) {
    return link(folder, path);
  }
  if (entry.isSocket()) {
    return undefined;
  }
  throw new BuildError(
    "context-special-file",
    `${path} in the build context ${folder} is neither a file, a folder nor a link.`,
    `Remove it, or name it in .dockerignore: ${path}`,
  );
}

function regularFile(folder: string, path: string): ContextFile {
  const file = join(folder, path);
  return { path, mode: isExecutable(file) ? 0o755 : 0o644, source: { kind: "file", file } };
}

/** Windows keeps no such bit: there everything is executable in the context, as it is for Docker on Windows. */
function isExecutable(file: string): boolean {
  return process.platform === "win32" || (statSync(file).mode & 0o100) !== 0;
}

/** Sent as a link, as Docker does. One that leads out of the context leads nowhere where it is built. */
function link(folder: string, path: string): ContextFile {
  const target = readlinkSync(join(folder, path)).replaceAll("\\", "/");
  const destination = posix.join(posix.dirname(path), target);
  if (posix.isAbsolute(target) || /^[A-Za-z]:/.test(target) || destination === ".." || destination.startsWith("../")) {
    throw new BuildError(
      "context-link-outside",
      `The symbolic link ${path} in the build context ${folder} leads out of it, to ${target}.`,
      `Copy what it leads to into the context, or name the link in .dockerignore: ${path}`,
    );
  }
  return { path, mode: 0o777, source: { kind: "link", target } };
}
