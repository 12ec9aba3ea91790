/** A reference of Docker, taken apart. */
export interface WholeName {
  /** With its registry, such as "docker.io/library/ubuntu". */
  readonly repository: string;
  /** The registry alone. */
  readonly registry: string;
  /** "latest" when neither a tag nor a digest is given; empty beside a digest alone. */
  readonly tag: string;
  readonly digest?: string;
}

const grammar = /^([a-z0-9]+(?:[._/:-]+[a-z0-9]+)*?)(?::(\w[\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/;

/** Docker Hub's short names get their registry (distribution/reference). @returns undefined for what is no reference. */
export function wholeName(reference: string): WholeName | undefined {
  const [, name, givenTag, digest] = grammar.exec(reference) ?? [];
  if (name === undefined) {
    return undefined;
  }
  const tag = givenTag ?? (digest === undefined ? "latest" : "");
  const [first = "", ...rest] = name.split("/");
  const hasRegistry = rest.length > 0 && (/[.:]/.test(first) || first === "localhost");
  const registry = hasRegistry ? first : "docker.io";
  const path = hasRegistry ? rest.join("/") : name;
  const whole = registry === "docker.io" && !path.includes("/") ? `library/${path}` : path;
  return { repository: `${registry}/${whole}`, registry, tag, ...(digest === undefined ? {} : { digest }) };
}
