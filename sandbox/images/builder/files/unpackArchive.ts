import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { BuildProblem } from "../buildProblem";
import { FileTree, type TreeEntry } from "./fileTree";

/** Up to this size a file is held in memory as a whole. */
const WHOLE_BYTES = 2 ** 20;

export interface UnpackOptions {
  /** Must be there, and stay as long as the tree is used. Files of other archives may be in it. */
  readonly folder: string;
  readonly system: "windows" | "linux";
  /** Whether the archive is packed with gzip. Default true. */
  readonly isPacked?: boolean;
}

/**
 * Reads an archive. Its names and links are only noted: the contents lie in the folder under names of their own, so that nothing
 * in the archive can reach outside.
 * @throws BuildProblem for something that is no archive, or that names paths outside.
 */
export async function unpackArchive(
  archive: Readable,
  { folder, system, isPacked = true }: UnpackOptions,
): Promise<FileTree> {
  const tree = new FileTree(system);
  const unpacking = extract();
  const flowing = pipeline(archive, isPacked ? createGunzip() : new PassThrough(), unpacking);
  // Its errors come out of the loop.
  flowing.catch(() => undefined);
  try {
    for await (const entry of unpacking) {
      const { name, type, mode = 0o644, uid = 0, gid = 0, mtime = new Date(0), linkname } = entry.header;
      const path = insidePath(name);
      const facts = { path, mode: mode & 0o7777, uid, gid, modified: mtime };
      if (type === "file" || type === "contiguous-file") {
        const source = join(folder, randomUUID());
        await keep(entry, entry.header.size ?? 0, source);
        tree.put({ ...facts, type: "file", source });
      } else {
        entry.resume();
        const other = otherEntry(facts, type, linkname, tree);
        if (other !== undefined && path !== "") {
          tree.put(other);
        }
      }
    }
    await flowing;
  } catch (error) {
    throw error instanceof BuildProblem ? error : new BuildProblem(`failed to unpack the source: ${String(error)}`);
  }
  return tree;
}

/** The same for a file of this machine. */
export function unpackArchiveFile(file: string, options: UnpackOptions): Promise<FileTree> {
  return unpackArchive(createReadStream(file), options);
}

/** Many small files are written faster at once than as streams. */
async function keep(content: AsyncIterable<unknown>, bytes: number, file: string): Promise<void> {
  if (bytes > WHOLE_BYTES) {
    await pipeline(content, createWriteStream(file));
  } else {
    writeFileSync(file, await buffer(content));
  }
}

function otherEntry(
  facts: Pick<TreeEntry, "path" | "mode" | "uid" | "gid" | "modified">,
  type: string | null | undefined,
  target: string | null | undefined,
  tree: FileTree,
): TreeEntry | undefined {
  if (type === "directory") {
    return { ...facts, type: "folder" };
  }
  if (type === "symlink") {
    return { ...facts, type: "link", target: target ?? "" };
  }
  const linked = type === "link" ? tree.get(insidePath(target ?? "")) : undefined;
  return linked === undefined ? undefined : { ...linked, path: facts.path };
}

function insidePath(name: string): string {
  // Python's tarfile, and so azure-cli, calls the folder that it packs so.
  if (name === "/") {
    return "";
  }
  if (name.startsWith("/") || name.split("/").includes("..")) {
    throw new BuildProblem(`the source archive names a path outside of itself: ${name}`);
  }
  return FileTree.path(name);
}
