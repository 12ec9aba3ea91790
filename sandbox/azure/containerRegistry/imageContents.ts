import type { PulledImage } from "../../kubernetes/kubelet/imageSource";
import type { ImageOrigin } from "./registryImages";

/** Where an image's manifest and layers lie. */
export interface ImageAddress {
  /** Such as "agents4711.azurecr.io". */
  readonly loginServer: string;
  readonly repository: string;
  readonly digest: string;
}

/** Keeps what built images consist of: the registry that clients can pull from. */
export interface ImageContents {
  /** Makes an image known in another repository, or under another tag. */
  copy(from: ImageAddress, to: ImageAddress, tag: string): Promise<void>;
  /** Deletes an image, which may be gone already. */
  remove(address: ImageAddress): Promise<void>;
  /** What a node gets. @throws Error that says what stands against it. */
  pull(address: ImageAddress, image: ImageOrigin): Promise<Omit<PulledImage, "kind" | "imageId">>;
}
