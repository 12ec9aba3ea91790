import type { ImageOrigin } from "../../azure/containerRegistry/registryImages";
import type { PulledImage } from "../../kubernetes/kubelet/imageSource";
import type { ContainerConfig } from "../../publicImages/containerConfig";

/** An image that is about to be run. */
export interface ImageFacts extends Pick<ImageOrigin, "os" | "publicBase"> {
  readonly config: ContainerConfig;
}

/** What stands for the files of a public base, and of programs that RUN would have installed, in a container of the sandbox. */
export interface BaseContent {
  /** Puts the files into an empty folder, before the image's own layers are laid over them. */
  lay(folder: string, image: ImageFacts): Promise<void>;
  /** Changes what the layers have brought, where the sandbox cannot run it as it is. */
  adapt?(folder: string, image: ImageFacts): Promise<void>;
  /** Settings of the container beside those of the image, which go first in the environment and last in everything else. */
  settings?(
    image: ImageFacts,
  ): Promise<Pick<PulledImage, "environment" | "entrypoint" | "arguments" | "workingDirectory">>;
}

/** Finds what stands for an image's base. Undefined: its containers are simulated. */
export type BaseContents = (image: ImageFacts) => BaseContent | undefined;
