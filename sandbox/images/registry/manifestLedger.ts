import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StateFile } from "../../stateFile";

/** A manifest as a registry keeps it: its digest is that of exactly this text. */
export interface Manifest {
  readonly mediaType: string;
  readonly text: string;
}

interface Entry {
  readonly repository: string;
  readonly digest: string;
  readonly mediaType: string;
  readonly tags: readonly string[];
}

/** The manifests of a registry with their tags, on disk: the registry's process forgets them when it ends. */
export class ManifestLedger {
  private readonly file: StateFile<readonly Entry[]>;
  private readonly texts: string;
  private entries: readonly Entry[];

  constructor(directory: string) {
    this.file = new StateFile(join(directory, "manifests.json"));
    this.texts = join(directory, "manifests");
    mkdirSync(this.texts, { recursive: true, mode: 0o700 });
    this.entries = this.file.load() ?? [];
  }

  /** @param tags Are taken from the repository's other manifests. */
  put(repository: string, digest: string, { mediaType, text }: Manifest, tags: readonly string[]): void {
    writeFileSync(this.textFile(digest), text, { mode: 0o600 });
    const known = this.find(repository, digest)?.tags ?? [];
    const others = this.entries
      .filter((entry) => entry.repository !== repository || entry.digest !== digest)
      .map((entry) => (entry.repository === repository ? without(entry, tags) : entry));
    this.save([...others, { repository, digest, mediaType, tags: [...new Set([...known, ...tags])] }]);
  }

  /** @returns undefined when the repository has no such manifest. */
  get(repository: string, digest: string): (Manifest & { readonly tags: readonly string[] }) | undefined {
    const entry = this.find(repository, digest);
    return entry === undefined ? undefined : { ...entry, text: readFileSync(this.textFile(digest), "utf8") };
  }

  remove(repository: string, digest: string): void {
    this.save(this.entries.filter((entry) => entry.repository !== repository || entry.digest !== digest));
    if (!this.entries.some((entry) => entry.digest === digest)) {
      rmSync(this.textFile(digest), { force: true });
    }
  }

  all(): readonly Pick<Entry, "repository" | "digest">[] {
    return this.entries;
  }

  private find(repository: string, digest: string): Entry | undefined {
    return this.entries.find((entry) => entry.repository === repository && entry.digest === digest);
  }

  private save(entries: readonly Entry[]): void {
    this.entries = entries;
    this.file.save(entries);
  }

  private textFile(digest: string): string {
    return join(this.texts, digest.replace(":", "-"));
  }
}

function without(entry: Entry, tags: readonly string[]): Entry {
  return { ...entry, tags: entry.tags.filter((tag) => !tags.includes(tag)) };
}
