import { chmod, copyFile, lstat, mkdir, realpath, rm, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { FileTree, TreeEntry } from "./builder/files/fileTree";

/**
 * Puts an image's files over what is in the folder.
 * @throws Error for a file that would come to lie outside.
 */
export async function layLayers(tree: FileTree, folder: string): Promise<void> {
  const root = await realpath(folder);
  for (const entry of tree.below("").filter(({ ofBase }) => ofBase !== true)) {
    const target = join(root, entry.path);
    await mkdir(dirname(target), { recursive: true });
    const parent = await realpath(dirname(target));
    if (parent !== root && !parent.startsWith(`${root}/`)) {
      throw new Error(`${entry.path} lies behind a link that leads out of the image.`);
    }
    await layEntry(entry, join(parent, target.slice(dirname(target).length + 1)), root);
  }
}

async function layEntry({ type, mode, source, target }: TreeEntry, path: string, root: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (type === "folder") {
    if (there !== undefined && !there.isDirectory()) {
      await rm(path);
    }
    await mkdir(path, { recursive: true });
    // The machine's user, whoever the owner is in the image, has to be able to write and to delete.
    await chmod(path, (mode & 0o777) | 0o700);
    return;
  }
  // What is there may be a link to a file of the machine.
  if (there !== undefined) {
    await rm(path, { recursive: true });
  }
  if (type === "link") {
    await symlink(insideTarget(target ?? "", path, root), path);
  } else if (source !== undefined) {
    await copyFile(source, path);
    await chmod(path, (mode & 0o777) | 0o600);
  }
}

/** An absolute target means the image's own root. */
function insideTarget(target: string, link: string, root: string): string {
  return target.startsWith("/") ? relative(dirname(link), join(root, target)) : target;
}
