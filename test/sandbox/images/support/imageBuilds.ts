import { execFileSync } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack, type Header } from "tar-stream";
import { BuildFailure, type BuildOrder } from "../../../../sandbox/azure/containerRegistry/imageBuilder";
import { RegistryImages } from "../../../../sandbox/azure/containerRegistry/registryImages";
import { ResourceStore } from "../../../../sandbox/azure/store";
import { provideTool } from "../../../../sandbox/engine/provideTools";
import { sandboxImageBuilder } from "../../../../sandbox/images/builder/sandboxImageBuilder";
import { OciRegistry } from "../../../../sandbox/images/registry/ociRegistry";

/** Content of files by their path; or an entry of an archive as it is. */
export type Files = Readonly<Record<string, string | Buffer | (Partial<Header> & { readonly content?: string })>>;

export interface BuildOutcome {
  readonly log: readonly string[];
  readonly digest: string | undefined;
  /** Message of the failure, where it failed. */
  readonly failure: string | undefined;
}

export const loginServer = "agents4711.azurecr.io";
export const registryId =
  "/subscriptions/s/resourceGroups/rg/providers/Microsoft.ContainerRegistry/registries/agents4711";

/** A registry on loopback, a registry of the emulated cloud, and a builder between them. */
export class ImageBuilds {
  private constructor(
    readonly folder: string,
    readonly crane: string,
    readonly registry: OciRegistry,
    readonly images: RegistryImages,
    readonly store: ResourceStore,
  ) {}

  static async start(): Promise<ImageBuilds> {
    const folder = mkdtempSync(join(tmpdir(), "image-builds-"));
    const crane = await provideTool("crane", new AbortController().signal);
    const registry = await OciRegistry.start({ crane, directory: join(folder, "registry"), log: () => undefined });
    const store = new ResourceStore(join(folder, "resources.json"));
    store.put({
      id: registryId,
      name: "agents4711",
      type: "Microsoft.ContainerRegistry/registries",
      body: { properties: { loginServer } },
      internal: {},
    });
    return new ImageBuilds(folder, crane, registry, new RegistryImages(store, () => new Date(), undefined), store);
  }

  async stop(): Promise<void> {
    await this.registry.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** Builds a context, whose Dockerfile lies in its root unless the order says otherwise. */
  async build(files: Files, order: Partial<BuildOrder> = {}): Promise<BuildOutcome> {
    const archive = join(this.folder, "context.tar.gz");
    await packFiles(files, archive);
    return this.buildArchive(archive, order);
  }

  async buildArchive(archive: string, order: Partial<BuildOrder> = {}): Promise<BuildOutcome> {
    const log: string[] = [];
    const { registry, images } = this;
    const now = () => new Date("2026-11-30T12:00:00Z");
    const builder = sandboxImageBuilder({ registry, images: async () => images, now });
    const whole: BuildOrder = {
      registryId,
      loginServer,
      archive,
      dockerfile: "Dockerfile",
      imageNames: ["sample/web:1"],
      platform: { os: "linux", architecture: "amd64" },
      buildArguments: [],
      push: true,
      ...order,
    };
    try {
      const [pushed] = await builder.build(whole, (line) => log.push(line), new AbortController().signal);
      return { log, digest: pushed?.digest, failure: undefined };
    } catch (error) {
      if (!(error instanceof BuildFailure)) {
        throw error;
      }
      return { log, digest: undefined, failure: error.message };
    }
  }

  /** How a client calls an image of the registry on loopback. */
  reference(image = "sample/web:1"): string {
    return `${this.registry.url.replace("http://", "")}/${loginServer}/${image}`;
  }

  /** What crane prints, an independent client of registries. */
  ask(command: "digest" | "manifest" | "config" | "ls" | "validate", ...args: readonly string[]): string {
    return execFileSync(this.crane, [command, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  }

  config(image?: string): Config {
    return JSON.parse(this.ask("config", this.reference(image))) as Config;
  }

  /** Paths of an image's files and folders, all layers over each other, as `tar` lists what crane exports. */
  files(image?: string): readonly string[] {
    const archive = this.exported(image);
    return execFileSync("tar", ["--list", "--file", "-"], { input: archive, encoding: "utf8" })
      .trim()
      .split("\n")
      .sort();
  }

  /** One line of `ls` for a path: mode, numeric owner, size. */
  facts(path: string, image?: string): string {
    const listed = execFileSync("tar", ["--list", "--verbose", "--numeric-owner", "--file", "-", path], {
      input: this.exported(image),
      encoding: "utf8",
    });
    return listed.trim().split(/\s+/).slice(0, 3).join(" ");
  }

  text(path: string, image?: string): string {
    return execFileSync("tar", ["--extract", "--to-stdout", "--file", "-", path], {
      input: this.exported(image),
      encoding: "utf8",
    });
  }

  private exported(image?: string): Buffer {
    return execFileSync(this.crane, ["export", this.reference(image), "-"], { maxBuffer: 1 << 28 });
  }
}

export interface Config {
  readonly architecture: string;
  readonly os: string;
  readonly "os.version"?: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly rootfs: { readonly diff_ids: readonly string[] };
  readonly history: readonly { readonly created_by: string; readonly empty_layer?: boolean }[];
}

export async function packFiles(files: Files, archive: string): Promise<void> {
  const packing = pack();
  for (const [name, file] of Object.entries(files)) {
    if (typeof file === "string" || Buffer.isBuffer(file)) {
      packing.entry({ name, mtime: new Date(0) }, file);
    } else {
      const { content, ...header } = file;
      packing.entry({ name, mtime: new Date(0), ...header }, content ?? "");
    }
  }
  packing.finalize();
  await pipeline(packing, createGzip(), createWriteStream(archive));
}
