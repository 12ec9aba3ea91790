import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { ImageAddress } from "../../azure/containerRegistry/imageContents";
import type { Layer } from "../builder/files/writeLayer";
import type { ImageConfig } from "../builder/imageConfig";
import type { OciRegistry } from "./ociRegistry";

interface Descriptor {
  readonly digest: string;
  readonly size: number;
}

/** Reads images that were built here from the registry in which they lie. */
export class ImageReader {
  constructor(private readonly registry: OciRegistry) {}

  /** @throws Error when the registry does not have it. */
  async image(address: ImageAddress): Promise<{ readonly config: ImageConfig; readonly layers: readonly Layer[] }> {
    const manifest = this.registry.manifest(repositoryOf(address), address.digest);
    if (manifest === undefined) {
      throw new Error(`The content of ${repositoryOf(address)}@${address.digest} is not there.`);
    }
    const parsed = JSON.parse(manifest.text) as { readonly config: Descriptor; readonly layers: readonly Descriptor[] };
    const content = await this.registry.blob(repositoryOf(address), parsed.config.digest);
    const config = JSON.parse(await text(content)) as ImageConfig;
    const layers = parsed.layers.map(({ digest, size }, index) => ({
      digest,
      size,
      diffId: config.rootfs.diff_ids[index] ?? "",
    }));
    return { config, layers };
  }

  /** A layer in its packed form. */
  layer(address: ImageAddress, digest: string): Promise<Readable> {
    return this.registry.blob(repositoryOf(address), digest);
  }
}

/** How the one registry calls the repository of a registry of the emulated cloud. */
export function repositoryOf({ loginServer, repository }: Pick<ImageAddress, "loginServer" | "repository">): string {
  return `${loginServer}/${repository}`;
}
