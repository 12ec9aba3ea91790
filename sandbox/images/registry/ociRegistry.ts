import type { Readable } from "node:stream";
import { Exclusive } from "../../kubernetes/exclusive";
import { ManifestLedger, type Manifest } from "./manifestLedger";
import { OciClient } from "./ociClient";
import { RegistryProcess } from "./registryProcess";

export interface OciRegistryOptions {
  /** Path of the executable crane. */
  readonly crane: string;
  readonly directory: string;
  readonly log: (line: string) => void;
}

/**
 * A real registry on loopback that holds the images of all registries of the emulated cloud: its repositories are called
 * `<login server>/<repository>`. It asks nobody for a password.
 */
export class OciRegistry {
  /** A push counts on blobs that a deletion might just take away. */
  private readonly writes = new Exclusive();

  private constructor(
    private readonly process: RegistryProcess,
    private readonly ledger: ManifestLedger,
    /** Without a trailing slash. */
    readonly url: string,
  ) {}

  /** Starts it with everything that was in the directory. @throws Error when it does not answer in time. */
  static async start({ crane, directory, log }: OciRegistryOptions): Promise<OciRegistry> {
    const ledger = new ManifestLedger(directory);
    const started = (url: string) => restore(ledger, new OciClient(url));
    const process = await RegistryProcess.start({ crane, directory, log, started });
    return new OciRegistry(process, ledger, await process.serving);
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  stop(): Promise<void> {
    return this.process.stop();
  }

  async blob(repository: string, digest: string): Promise<Readable> {
    return (await this.client()).blob(repository, digest);
  }

  /**
   * Puts an image there.
   * @param blobs Configuration and layers, unless the registry has them.
   * @param tags Are taken from the repository's other manifests.
   */
  push(
    repository: string,
    blobs: readonly { readonly digest: string; readonly file: string }[],
    manifest: Manifest & { readonly digest: string },
    tags: readonly string[],
  ): Promise<void> {
    return this.writes.run(async () => {
      const client = await this.client();
      for (const { digest, file } of blobs) {
        await client.putBlob(repository, digest, file);
      }
      for (const reference of [manifest.digest, ...tags]) {
        await client.putManifest(repository, reference, manifest);
      }
      this.ledger.put(repository, manifest.digest, manifest, tags);
    });
  }

  manifest(repository: string, digest: string): Manifest | undefined {
    return this.ledger.get(repository, digest);
  }

  /** Deletes a manifest with its tags, and the blobs that nothing else needs. */
  deleteManifest(repository: string, digest: string): Promise<void> {
    return this.writes.run(async () => {
      const manifest = this.ledger.get(repository, digest);
      if (manifest === undefined) {
        return;
      }
      const client = await this.client();
      for (const reference of [...manifest.tags, digest]) {
        await client.deleteManifest(repository, reference);
      }
      this.ledger.remove(repository, digest);
      const others = this.ledger.all().map((other) => this.ledger.get(other.repository, other.digest));
      const needed = new Set(others.flatMap(blobsOf));
      for (const blob of blobsOf(manifest).filter((own) => !needed.has(own))) {
        await client.deleteBlob(repository, blob);
      }
    });
  }

  private async client(): Promise<OciClient> {
    return new OciClient(await this.process.serving);
  }
}

async function restore(ledger: ManifestLedger, client: OciClient): Promise<void> {
  for (const { repository, digest } of ledger.all()) {
    const manifest = ledger.get(repository, digest);
    if (manifest !== undefined) {
      for (const reference of [digest, ...manifest.tags]) {
        await client.putManifest(repository, reference, manifest);
      }
    }
  }
}

function blobsOf(manifest: Manifest | undefined): string[] {
  if (manifest === undefined) {
    return [];
  }
  const { config, layers } = JSON.parse(manifest.text) as {
    readonly config: { readonly digest: string };
    readonly layers: readonly { readonly digest: string }[];
  };
  return [config.digest, ...layers.map(({ digest }) => digest)];
}
