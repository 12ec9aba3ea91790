import type { PulledImage } from "../../kubernetes/kubelet/imageSource";

/** The content of the agent images, which the sandbox makes itself. */
export interface AgentImageContent {
  /** What the images say about their containers. */
  readonly configurations: Readonly<Record<"windows" | "linux", Omit<PulledImage, "kind" | "imageId" | "lay">>>;
  /** Makes the content, unless that has been done. Another call tries again what has failed. @throws Error that says what stands against it. */
  ready(): Promise<void>;
  /** Puts a fresh copy of the root file system into a folder. */
  lay(folder: string): Promise<void>;
}
