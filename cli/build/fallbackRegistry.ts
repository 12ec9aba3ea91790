/** A registry that is known without being named, and the environment in which it is reached. */
export interface KnownRegistry {
  /** In the resource manager. */
  readonly id: string;
  readonly loginServer: string;
  /** Variables that replace those of this process. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Tells of the registry, if there is one. */
export type FallbackRegistry = () => Promise<KnownRegistry | undefined>;
