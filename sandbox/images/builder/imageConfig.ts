/** What an image says about its containers: `config` of a Docker image's configuration (moby/docker-image-spec). */
export interface ContainerConfig {
  readonly User?: string;
  readonly ExposedPorts?: Readonly<Record<string, object>>;
  readonly Env?: readonly string[];
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
  readonly Volumes?: Readonly<Record<string, object>>;
  readonly WorkingDir?: string;
  readonly Labels?: Readonly<Record<string, string>>;
  readonly StopSignal?: string;
  readonly Shell?: readonly string[];
  readonly Healthcheck?: Healthcheck;
  /** On Windows: the one text of Entrypoint or Cmd is a whole command line. */
  readonly ArgsEscaped?: boolean;
}

export interface Healthcheck {
  readonly Test: readonly string[];
  /** Nanoseconds, as the others. */
  readonly Interval?: number;
  readonly Timeout?: number;
  readonly StartPeriod?: number;
  readonly Retries?: number;
}

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

/** Comment on instructions that were not executed, so that nobody knows which files the image would have. */
export const notExecuted = "not executed by the sandbox";
