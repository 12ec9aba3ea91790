import { randomUUID } from "node:crypto";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ImageAddress, ImageContents } from "../azure/containerRegistry/imageContents";
import type { ImageOrigin } from "../azure/containerRegistry/registryImages";
import type { BaseContent, BaseContents, ImageFacts } from "./bases/baseContent";
import { FileTree } from "./builder/files/fileTree";
import { unpackArchive } from "./builder/files/unpackArchive";
import { runSettings } from "./runSettings";
import { layLayers } from "./layLayers";
import { ImageReader, repositoryOf } from "./registry/imageReader";
import type { OciRegistry } from "./registry/ociRegistry";

/** The content of built images, which lies in the registry on loopback, with what stands for their bases. */
export class BuiltImageContents implements ImageContents {
  private readonly reader: ImageReader;
  private readonly laid = new Map<string, Promise<string>>();
  /** What was laid before may hold programs of another checkout. */
  private readonly emptied: Promise<void>;

  /** @param folder For whole file systems, one of each image; it is emptied. */
  constructor(
    private readonly registry: OciRegistry,
    private readonly bases: BaseContents,
    private readonly folder: string,
  ) {
    this.reader = new ImageReader(registry);
    this.emptied = rm(folder, { recursive: true, force: true });
  }

  async copy(from: ImageAddress, to: ImageAddress, tag: string): Promise<void> {
    const manifest = this.registry.manifest(repositoryOf(from), from.digest);
    if (manifest === undefined) {
      throw new Error(`The content of ${repositoryOf(from)}@${from.digest} is not there.`);
    }
    // Blobs belong to the registry as a whole.
    await this.registry.push(repositoryOf(to), [], { ...manifest, digest: to.digest }, [tag]);
  }

  async remove(address: ImageAddress): Promise<void> {
    await this.registry.deleteManifest(repositoryOf(address), address.digest);
  }

  async pull(address: ImageAddress, { os, publicBase }: ImageOrigin): ReturnType<ImageContents["pull"]> {
    const { config } = await this.reader.image(address);
    const facts: ImageFacts = { os, config: config.config, ...(publicBase === undefined ? {} : { publicBase }) };
    const content = this.bases(facts);
    if (content === undefined) {
      return runSettings(facts);
    }
    const whole = await this.wholeFileSystem(address, content, facts);
    const lay = (folder: string) => cp(whole, folder, { recursive: true, verbatimSymlinks: true });
    return { lay, ...runSettings(facts, await content.settings?.(facts)) };
  }

  /** Made once for each image. Another call tries again what has failed. */
  private wholeFileSystem(address: ImageAddress, content: BaseContent, facts: ImageFacts): Promise<string> {
    const known = this.laid.get(address.digest);
    if (known !== undefined) {
      return known;
    }
    const making = this.makeFileSystem(address, content, facts);
    this.laid.set(address.digest, making);
    making.catch(() => this.laid.delete(address.digest));
    return making;
  }

  private async makeFileSystem(address: ImageAddress, content: BaseContent, facts: ImageFacts): Promise<string> {
    await this.emptied;
    const unfinished = join(this.folder, randomUUID());
    const unpacked = join(this.folder, randomUUID());
    const finished = join(this.folder, address.digest.replace(":", "-"));
    await mkdir(unpacked, { recursive: true, mode: 0o700 });
    await mkdir(unfinished, { recursive: true, mode: 0o755 });
    try {
      await content.lay(unfinished, facts);
      const tree = new FileTree(facts.os);
      const { layers } = await this.reader.image(address);
      for (const { digest } of layers) {
        const layer = await this.reader.layer(address, digest);
        const entries = (await unpackArchive(layer, { folder: unpacked, system: facts.os })).below("");
        entries.forEach((entry) => tree.put(entry));
      }
      await layLayers(tree, unfinished);
      await content.adapt?.(unfinished, facts);
      await rm(finished, { recursive: true, force: true });
      await rename(unfinished, finished);
      return finished;
    } finally {
      await rm(unpacked, { recursive: true, force: true });
      await rm(unfinished, { recursive: true, force: true });
    }
  }
}
