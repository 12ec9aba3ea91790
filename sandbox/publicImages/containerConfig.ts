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
