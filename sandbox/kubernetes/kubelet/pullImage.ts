import { setTimeout as delay } from "node:timers/promises";
import type { V1Container, V1Node } from "@kubernetes/client-node";
import { LONGEST_BACKOFF_FACTOR } from "./backoff";
import type { EventType } from "./eventRecorder";
import { imageMisfit } from "./imageFit";
import type { ImageSource, PulledImage, PullingNode, PullRefusal } from "./imageSource";

/** What a node asks for images. */
export interface NodeImages {
  /** The image as the registry gives it; undefined for one of which nothing is known but its name. */
  readonly find: (image: string) => Promise<PulledImage | PullRefusal | undefined>;
  /** The images that the node has pulled already. */
  readonly present: Map<string, PulledImage | undefined>;
}

export interface PullOptions {
  readonly images: NodeImages;
  /** Pause after the first failure; doubles. */
  readonly backoffMilliseconds: number;
  readonly signal: AbortSignal;
  readonly event: (type: EventType, reason: string, message: string) => void;
  /** Shows why the container waits. */
  readonly hold: (reason: string, message: string) => void;
}

const WINDOWS_BUILD_LABEL = "node.kubernetes.io/windows-build";

/**
 * Pulls the image of a container as its policy wants it, again and again with growing pauses while it is refused, in
 * kubelet's and containerd's words (pkg/kubelet/images/image_manager.go).
 * @returns undefined when nothing but the name is known of the image.
 * @throws AbortError
 */
export async function pullImage(container: V1Container, options: PullOptions): Promise<PulledImage | undefined> {
  const { images, event, hold, signal } = options;
  const { image = "", imagePullPolicy } = container;
  if (images.present.has(image) && imagePullPolicy !== "Always") {
    event("Normal", "Pulled", `Container image "${image}" already present on machine`);
    return images.present.get(image);
  }
  let backoff = options.backoffMilliseconds;
  let refusal: PullRefusal | undefined;
  for (;;) {
    event("Normal", "Pulling", `Pulling image "${image}"`);
    const found = refusal?.permanent === true ? refusal : await images.find(image);
    signal.throwIfAborted();
    if (found?.kind !== "refused") {
      images.present.set(image, found);
      event("Normal", "Pulled", `Successfully pulled image "${image}"`);
      return found;
    }
    refusal = found;
    event("Warning", "Failed", `Failed to pull image "${image}": ${found.message}`);
    event("Warning", "Failed", "Error: ErrImagePull");
    hold("ErrImagePull", found.message);
    await delay(backoff / 2, undefined, { signal });
    event("Normal", "BackOff", `Back-off pulling image "${image}"`);
    event("Warning", "Failed", "Error: ImagePullBackOff");
    hold("ImagePullBackOff", `Back-off pulling image "${image}": ErrImagePull: ${found.message}`);
    await delay(backoff / 2, undefined, { signal });
    backoff = Math.min(backoff * 2, options.backoffMilliseconds * LONGEST_BACKOFF_FACTOR);
  }
}

/** The images for a node of the cluster: from the registries that the sandbox plays, by their name alone from all others. */
export function nodeImages(clusterId: string, source: ImageSource | undefined, node: () => V1Node): NodeImages {
  return {
    present: new Map(),
    async find(image) {
      const known = await source?.pull(clusterId, image, pullingNode(node()));
      const message = known === undefined ? imageMisfit(image, node()) : undefined;
      return message === undefined ? known : { kind: "refused", message };
    },
  };
}

function pullingNode({ metadata, status }: V1Node): PullingNode {
  return {
    osType: status?.nodeInfo?.operatingSystem === "windows" ? "windows" : "linux",
    windowsBuild: metadata?.labels?.[WINDOWS_BUILD_LABEL],
  };
}
