/** A quick build, as a registry's task service takes it. */
export interface BuildOrder {
  readonly registryId: string;
  readonly loginServer: string;
  /** The uploaded archive: a file of the form .tar.gz. */
  readonly archive: string;
  /** Path of the Dockerfile in the archive. */
  readonly dockerfile: string;
  /** `repository:tag`. */
  readonly imageNames: readonly string[];
  readonly platform: { readonly os: "windows" | "linux"; readonly architecture: string };
  readonly buildArguments: readonly { readonly name: string; readonly value: string; readonly isSecret: boolean }[];
  readonly target?: string;
  /** Whether the images are kept; a build without tries only. */
  readonly push: boolean;
}

export interface PushedImage {
  readonly repository: string;
  readonly tag: string;
  readonly digest: string;
}

/** What builds images for the task service. */
export interface ImageBuilder {
  /**
   * Builds, writes the log as the service does, and puts the images into the registry.
   * @throws BuildFailure when the build ends without an image.
   */
  build(order: BuildOrder, log: (line: string) => void, signal: AbortSignal): Promise<readonly PushedImage[]>;
}

/** A build that ended without an image. Its message is the run's error message. */
export class BuildFailure extends Error {}
