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
  /** A file on this machine, or content that was made for the build. */
  readonly source: { readonly kind: "file"; readonly file: string } | { readonly kind: "text"; readonly text: string };
}
