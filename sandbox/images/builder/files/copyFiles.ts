import { posix } from "node:path";
import { BuildProblem } from "../buildProblem";
import { FileTree, parentsOf, type TreeEntry } from "./fileTree";
import { isPattern, pathPattern } from "./pathPattern";

export interface CopyRequest {
  readonly keyword: "COPY" | "ADD";
  /** As written, variables substituted. */
  readonly sources: readonly string[];
  /** Absolute in the image; ends with a slash where it is to be a folder. */
  readonly destination: string;
  readonly from: FileTree;
  /** Whether the sources lie in the build context. */
  readonly fromContext: boolean;
  /** Whether a path that is not there may be there all the same, since what made it was not executed or is not known. */
  readonly mayHold: (path: string) => boolean;
  /** Owner of everything copied. Default: root, and from a stage what it was there. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

export interface CopyResult {
  /** In the order in which a layer holds them, the folders that lead there included. */
  readonly entries: readonly TreeEntry[];
  /** Sources that may be there, but are not known. */
  readonly unknown: readonly string[];
}

/** What a COPY or ADD puts into an image that holds `into`. @throws BuildProblem when a source is not there. */
export function copyFiles(request: CopyRequest, into: FileTree, system: "windows" | "linux"): CopyResult {
  const { keyword, destination } = request;
  const found = request.sources.map((source) => findSource(source, request, system));
  const sources = found.flatMap(({ paths }) => paths);
  const unknown = found.flatMap((source) => (source.isUnknown ? [source.path] : []));
  if (sources.length + unknown.length === 0) {
    throw new BuildProblem(`${keyword} failed: no source files were specified`);
  }
  if (sources.length + unknown.length > 1 && !destination.endsWith("/")) {
    throw new BuildProblem(
      `When using ${keyword} with more than one source file, the destination must be a directory and end with a /`,
    );
  }
  const laid = new Map<string, TreeEntry>();
  for (const source of sources) {
    for (const entry of copied(source, request, into)) {
      laid.set(entry.path, entry);
    }
  }
  for (const path of [...laid.keys()]) {
    for (const folder of parentsOf(path).filter((parent) => !into.isFolder(parent) && !laid.has(parent))) {
      laid.set(folder, newFolder(folder, request.owner));
    }
  }
  const entries = [...laid.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  return { entries, unknown };
}

/** A folder that an instruction makes on its way. */
export function newFolder(path: string, owner = { uid: 0, gid: 0 }): TreeEntry {
  return { path, type: "folder", mode: 0o755, ...owner, modified: new Date(0) };
}

function findSource(
  source: string,
  { keyword, from, fromContext, mayHold }: CopyRequest,
  system: "windows" | "linux",
): { readonly path: string; readonly paths: readonly string[]; readonly isUnknown: boolean } {
  const shown = (system === "windows" ? source.replaceAll("\\", "/") : source).replace(/^([A-Za-z]:)?\/|^\.\//, "");
  if (isPattern(shown, system)) {
    const pattern = pathPattern(shown.replace(/\/$/, ""));
    const paths = from.below("").map(({ path }) => path);
    const matching = paths.filter((path) => pattern.test(path));
    return { path: source, paths: matching, isUnknown: matching.length === 0 && mayHold(FileTree.path(shown)) };
  }
  const path = FileTree.path(shown);
  if (path === "" || resolved(path, from) !== undefined) {
    return { path: source, paths: [path], isUnknown: false };
  }
  if (mayHold(path)) {
    return { path: source, paths: [], isUnknown: true };
  }
  const where = fromContext ? "file not found in build context or excluded by .dockerignore: " : "";
  throw new BuildProblem(`${keyword} failed: ${where}stat ${shown.replace(/\/$/, "")}: file does not exist`);
}

function copied(source: string, request: CopyRequest, into: FileTree): TreeEntry[] {
  const { from, destination } = request;
  const target = FileTree.path(destination);
  const entry = source === "" ? undefined : resolved(source, from);
  if (entry === undefined || entry.type === "folder") {
    const root = entry?.path ?? "";
    const inside = from.below(root).filter(({ ofBase }) => ofBase !== true);
    const folders = target === "" || into.isFolder(target) ? [] : [owned(newFolder(target), request)];
    return [
      ...folders,
      ...inside.map((inner) =>
        owned({ ...inner, path: posix.join(target, posix.relative(root, inner.path)) }, request),
      ),
    ];
  }
  const isInFolder = destination.endsWith("/") || into.isFolder(target);
  return [owned({ ...entry, path: isInFolder ? posix.join(target, posix.basename(source)) : target }, request)];
}

function owned(entry: TreeEntry, { owner, fromContext }: CopyRequest): TreeEntry {
  return { ...entry, ...(owner ?? (fromContext ? { uid: 0, gid: 0 } : {})) };
}

/** What a path leads to, through links, which stay inside. */
function resolved(path: string, tree: FileTree, depth = 0): TreeEntry | undefined {
  const entry = tree.get(path);
  if (entry?.type === "link" && depth < 40) {
    const { target = "" } = entry;
    const next = target.startsWith("/") ? target : posix.join("/", posix.dirname(path), target);
    return resolved(FileTree.path(next), tree, depth + 1);
  }
  if (entry === undefined) {
    const linked = parentsOf(path).find((parent) => tree.get(parent)?.type === "link");
    const folder = linked === undefined || depth >= 40 ? undefined : resolved(linked, tree, depth + 1);
    return folder === undefined
      ? implicitFolder(path, tree)
      : resolved(posix.join(folder.path, posix.relative(linked ?? "", path)), tree, depth + 1);
  }
  return entry.type === "link" ? undefined : entry;
}

/** An archive need not name the folders of its files. */
function implicitFolder(path: string, tree: FileTree): TreeEntry | undefined {
  return tree.below(path).length > 0 ? newFolder(path) : undefined;
}
