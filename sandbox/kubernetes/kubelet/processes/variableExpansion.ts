/** `$$`, or `$(NAME)`. */
const REFERENCE = /\$\$|\$\(([^)]*)\)/g;

/**
 * Replaces `$(NAME)` as Kubernetes does in commands, arguments and values: an unknown name stays as it stands, and `$$`
 * is a plain `$` (k8s.io/kubernetes third_party/forked/golang/expansion).
 */
export function expandVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(REFERENCE, (reference, name: string | undefined) =>
    name === undefined ? "$" : (variables[name] ?? reference),
  );
}
