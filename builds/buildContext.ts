/** The files that a build may read: what a Dockerfile's COPY and ADD see. */
export interface BuildContext {
  /** In the order of their paths, each path once. */
  readonly files: readonly ContextFile[];
}

export interface ContextFile {
  /** Relative to the context's root, with "/" between folders, such as "linux/Dockerfile". */
  readonly path: string;
  /** Permission bits, such as 0o755. */
  readonly mode: number;
  readonly source: ContextSource;
}

/** A file on this machine, content that was made for the build, or a symbolic link to another path of the context. */
export type ContextSource =
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "link"; readonly target: string };
