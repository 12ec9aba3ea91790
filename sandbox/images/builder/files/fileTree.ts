/** A file, a folder or a symbolic link of an image or a build context. */
export interface TreeEntry {
  /** From the root, with "/" between folders and without one at either end. */
  readonly path: string;
  readonly type: "file" | "folder" | "link";
  /** Permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly modified: Date;
  /** Content of a file, on this machine. */
  readonly source?: string;
  /** What a link says. */
  readonly target?: string;
  /** A folder that the base is known to have: it is in no layer, and may hold anything. */
  readonly ofBase?: boolean;
}

/** Files by their path. To Windows names that differ in case alone are the same. */
export class FileTree {
  private readonly entries = new Map<string, TreeEntry>();

  constructor(private readonly system: "windows" | "linux") {}

  /** A path of a container, or of a context, in the form of an entry's. */
  static path(text: string): string {
    const plain = text.replace(/^[A-Za-z]:/, "").replaceAll("\\", "/");
    const parts: string[] = [];
    for (const part of plain.split("/")) {
      if (part === "..") {
        parts.pop();
      } else if (part !== "" && part !== ".") {
        parts.push(part);
      }
    }
    return parts.join("/");
  }

  get(path: string): TreeEntry | undefined {
    return this.entries.get(this.key(path));
  }

  /** The root is a folder of every tree. */
  isFolder(path: string): boolean {
    return path === "" || this.get(path)?.type === "folder";
  }

  put(entry: TreeEntry): void {
    this.entries.set(this.key(entry.path), entry);
  }

  /** Everything in a folder, at any depth, in the order of the paths. */
  below(folder: string): TreeEntry[] {
    const prefix = folder === "" ? "" : `${this.key(folder)}/`;
    return [...this.entries.entries()]
      .filter(([key]) => key.startsWith(prefix))
      .map(([, entry]) => entry)
      .sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  /** Another tree with the same files. */
  copy(): FileTree {
    const copy = new FileTree(this.system);
    this.entries.forEach((entry) => copy.put(entry));
    return copy;
  }

  private key(path: string): string {
    return this.system === "windows" ? path.toLowerCase() : path;
  }
}

/** The folders that lead to a path, the outermost first; without the root. */
export function parentsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}
