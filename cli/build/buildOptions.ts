/** What was typed, as it was typed. */
export interface BuildOptions {
  readonly context?: string;
  readonly image: readonly string[];
  readonly builder: string;
  readonly os?: string;
  readonly file: string;
  readonly buildArg: readonly string[];
  readonly secretBuildArg: readonly string[];
  /** Values of secret build arguments that no variable of their own name holds. */
  readonly secretValues?: Readonly<Record<string, string>>;
  readonly target?: string;
  /** False with --no-cache. */
  readonly cache: boolean;
  readonly timeoutMinutes: string;
  readonly registry?: string;
  readonly digestFile?: string;
  readonly outputVariable?: string;
  readonly quiet: boolean;
  readonly json: boolean;
}
