import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

export type ContainerSystem = "windows" | "linux";

/** Folders that belong to the machine: a path below them is the container's only where the image or a mount has just that. */
const MACHINE_FOLDERS: ReadonlySet<string> = new Set([
  ...["bin", "dev", "etc", "lib", "lib64", "proc", "run", "sbin", "sys", "usr"],
]);

/** An absolute path, alone, in a list, after an option's `=`, or in a command line. */
const LINUX_PATH = /(?<=^|[\s=:;,"'(<>|&])\/[^/\s=:;,"'()<>|&][^\s:;,"'()<>|&]*/g;
const WINDOWS_PATH = /(?<=^|[\s=;,"'(<>|&])(?:[A-Za-z]:[\\/]|\/[^/\s=:;,"'()<>|&])[^\s:;,"'()<>|&]*/g;

/**
 * A container's file system without a chroot: its absolute paths mean files below a folder. A Windows path loses its drive
 * letter, and a program its `.exe` where the folder has it without.
 */
export class PathMapping {
  /** @param root Folder that stands for the container's `/`, or `C:\`. */
  constructor(
    readonly root: string,
    private readonly system: ContainerSystem,
  ) {}

  /** Where an absolute path of the container lies. */
  inRoot(path: string): string {
    const plain = path.replace(/^[A-Za-z]:/, "").replaceAll("\\", "/");
    // The leading slash keeps ".." from leading out of the root.
    return join(this.root, join("/", plain));
  }

  /** The text with the container's paths in it replaced: an argument, or the value of a variable. JSON stays as it is. */
  inText(text: string): string {
    if (/^\s*[{[]/.test(text)) {
      return text;
    }
    const pattern = this.system === "windows" ? WINDOWS_PATH : LINUX_PATH;
    return text.replace(pattern, (path) => (this.isOwn(path) ? this.program(this.inRoot(path)) : path));
  }

  private isOwn(path: string): boolean {
    if (/^[A-Za-z]:/.test(path)) {
      return true;
    }
    const [, top = ""] = path.split("/");
    return MACHINE_FOLDERS.has(top) ? existsSync(this.inRoot(path)) : readdirSync(this.root).includes(top);
  }

  /** `node\node.exe` is `node/bin/node` in the same package for Linux. */
  private program(path: string): string {
    const bare = path.replace(/\.exe$/i, "");
    if (bare === path || existsSync(path)) {
      return path;
    }
    const inBin = join(bare, "..", "bin", bare.slice(bare.lastIndexOf("/") + 1));
    return [bare, inBin].find((candidate) => existsSync(candidate)) ?? path;
  }
}
