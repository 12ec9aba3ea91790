import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

export interface ProjectedFile {
  /** Relative to the volume. */
  readonly path: string;
  readonly content: Buffer;
  readonly mode: number;
}

const CURRENT = "..data";
/** A volume of a kubelet is mounted read-only; here only its mode says so, which binds everybody but root. */
const READ_ONLY_FOLDER = 0o555;

/**
 * Makes the folder hold exactly these files, all new at the same moment: the visible names are links through one link that
 * is replaced last (k8s.io/kubernetes pkg/volume/util/atomic_writer.go).
 */
export function writeProjectedFiles(folder: string, files: readonly ProjectedFile[]): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const before = linkTarget(join(folder, CURRENT));
  // Not joined: the two dots begin the name.
  const version = mkdtempSync(`${folder}/..version-`);
  chmodSync(version, 0o755);
  for (const { path, content, mode } of files) {
    // The leading slash keeps ".." from leading out of the volume.
    const target = join(version, join("/", path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content, { mode });
    chmodSync(target, mode);
  }
  const tops = new Set(files.map(({ path }) => join("/", path).split("/")[1] ?? ""));
  symlinkSync(basename(version), join(folder, `${CURRENT}_tmp`));
  renameSync(join(folder, `${CURRENT}_tmp`), join(folder, CURRENT));
  const present = readdirSync(folder).filter((name) => !name.startsWith(".."));
  present.filter((name) => !tops.has(name)).forEach((name) => rmSync(join(folder, name), { force: true }));
  [...tops]
    .filter((name) => !present.includes(name))
    .forEach((name) => symlinkSync(join(CURRENT, name), join(folder, name)));
  if (before !== undefined) {
    removeProjectedFiles(join(folder, before));
  }
  closeFolders(version);
  chmodSync(folder, READ_ONLY_FOLDER);
}

/** Removes a folder that may hold folders which their owner cannot write. */
export function removeProjectedFiles(folder: string): void {
  openFolders(folder);
  rmSync(folder, { recursive: true, force: true });
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function closeFolders(folder: string): void {
  subfolders(folder).forEach(closeFolders);
  chmodSync(folder, READ_ONLY_FOLDER);
}

function openFolders(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) {
    chmodSync(folder, 0o755);
    subfolders(folder).forEach(openFolders);
  }
}

function subfolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}
