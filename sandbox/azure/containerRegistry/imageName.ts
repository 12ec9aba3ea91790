/** A reference as a pod or a client of a registry writes it, taken apart. */
export interface ImageName {
  /** Such as "agents4711.azurecr.io". */
  readonly registry: string;
  readonly repository: string;
  /** "latest" when neither a tag nor a digest is given. */
  readonly tag?: string;
  readonly digest?: string;
}

/** distribution/reference: host/path[:tag][@digest]. Docker Hub's short names have no host and mean nothing here. */
const grammar = /^([^/]+\.[^/]+)\/([a-z0-9]+(?:[._/-]+[a-z0-9]+)*)(?::(\w[\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/;

export function imageName(text: string): ImageName | undefined {
  const [, registry, repository, tag, digest] = grammar.exec(text) ?? [];
  if (registry === undefined || repository === undefined) {
    return undefined;
  }
  const version = digest === undefined ? { tag: tag ?? "latest" } : { digest };
  return { registry: registry.toLowerCase(), repository, ...version };
}
