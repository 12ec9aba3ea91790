import { createHash, randomBytes } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { removeProjectedFiles } from "./projectedFiles";

/** How the folders of all containers begin that belong to the clusters of a folder. */
export function containerFoldersPrefix(stateDirectory: string): string {
  return join(tmpdir(), `aks-${shortHash(stateDirectory)}-`);
}

/**
 * Where the containers of a cluster have their files while they run: in the machine's folder for temporary files and with
 * short names, since the path of a Unix socket has at most 107 bytes (unix(7)).
 */
export class ContainerFolders {
  readonly base: string;

  /** @param clusterDirectory Names the cluster among all that the machine may run. */
  constructor(clusterDirectory: string) {
    this.base = `${containerFoldersPrefix(dirname(clusterDirectory))}${shortHash(basename(clusterDirectory)).slice(0, 4)}`;
  }

  /** An empty folder for one instance of a container. @throws Error when somebody else has the folder. */
  newRoot(): string {
    this.claim();
    const root = join(this.base, randomBytes(4).toString("hex"));
    mkdirSync(root, { mode: 0o755 });
    return root;
  }

  /** The folder for a pod's volumes. @throws Error when somebody else has the folder. */
  volumes(podUid: string): string {
    this.claim();
    return join(this.base, `v-${shortHash(podUid)}`);
  }

  /** @throws Error when somebody else has the folder. */
  streamingSocket(): string {
    this.claim();
    return join(this.base, "streaming");
  }

  /** Removes everything. */
  remove(): void {
    if (this.isOurs()) {
      removeProjectedFiles(this.base);
    }
  }

  private claim(): void {
    mkdirSync(this.base, { recursive: true, mode: 0o700 });
    if (!this.isOurs()) {
      throw new Error(
        `${this.base} belongs to another user of the machine: remove it, or set TMPDIR to another folder.`,
      );
    }
    chmodSync(this.base, 0o700);
  }

  /** The name can be foreseen, so somebody may have made the folder, or a link, before us. */
  private isOurs(): boolean {
    const found = lstatSync(this.base, { throwIfNoEntry: false });
    return found?.isDirectory() === true && found.uid === process.getuid?.();
  }
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
