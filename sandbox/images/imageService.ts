import type { ImageContents } from "../azure/containerRegistry/imageContents";
import type { ImageBuilder } from "../azure/containerRegistry/imageBuilder";
import type { RegistryImages } from "../azure/containerRegistry/registryImages";
import type { AgentImage } from "./agentImage";
import type { Cloud } from "./bases/agentContent";
import { baseContents } from "./bases/baseContents";
import { sandboxImageBuilder } from "./builder/sandboxImageBuilder";
import { BuiltImageContents } from "./builtImageContents";
import { OciRegistry } from "./registry/ociRegistry";

export interface ImageServiceOptions {
  /** Path of the executable crane. */
  readonly crane: string;
  /** Blobs and manifests of the registry, which stay. */
  readonly registryDirectory: string;
  /** File systems of images that are run. Is emptied. */
  readonly contentDirectory: string;
  readonly agentImage: AgentImage;
  /** How what runs in agent images reaches the emulated cloud, which comes up later. */
  readonly cloud?: () => Promise<Cloud>;
  /** The registries of the emulated cloud, likewise. */
  readonly images: () => Promise<RegistryImages>;
  /** Clock of the builds' logs. Default: the machine's. */
  readonly now?: () => Date;
  readonly log: (line: string) => void;
}

/** What makes, keeps and gives out the images of the emulated cloud. */
export interface ImageService {
  /** Of the registry on loopback, without a trailing slash. */
  readonly registryUrl: string;
  readonly registryPid: number | undefined;
  readonly builder: ImageBuilder;
  readonly contents: ImageContents;
  close(): Promise<void>;
}

/** @throws Error when the registry does not come up. */
export async function startImageService(options: ImageServiceOptions): Promise<ImageService> {
  const { crane, registryDirectory, contentDirectory, agentImage, cloud, images, now, log } = options;
  const registry = await OciRegistry.start({ crane, directory: registryDirectory, log });
  return {
    registryUrl: registry.url,
    get registryPid() {
      return registry.pid;
    },
    builder: sandboxImageBuilder({ registry, images, ...(now === undefined ? {} : { now }) }),
    contents: new BuiltImageContents(registry, baseContents(agentImage, cloud), contentDirectory),
    close: () => registry.stop(),
  };
}
