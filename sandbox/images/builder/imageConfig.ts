import type { ContainerConfig } from "../../publicImages/containerConfig";

export interface HistoryEntry {
  readonly created: string;
  readonly created_by: string;
  /** Whether the instruction has made no layer. */
  readonly empty_layer?: true;
  readonly comment?: string;
}

/** A Docker image's configuration. */
export interface ImageConfig {
  readonly architecture: string;
  readonly os: "windows" | "linux";
  readonly "os.version"?: string;
  readonly created: string;
  readonly config: ContainerConfig;
  readonly rootfs: { readonly type: "layers"; readonly diff_ids: readonly string[] };
  readonly history: readonly HistoryEntry[];
}

export const mediaTypes = {
  manifest: "application/vnd.docker.distribution.manifest.v2+json",
  config: "application/vnd.docker.container.image.v1+json",
  layer: "application/vnd.docker.image.rootfs.diff.tar.gzip",
} as const;

/** Of every image: with the time of its build, equal builds would have different digests. */
export const creationTime = "1970-01-01T00:00:00Z";

/** Comment on instructions that were not, or not wholly, executed, so that nobody knows which files the image would have. */
export const notExecuted = "not executed by the sandbox";
