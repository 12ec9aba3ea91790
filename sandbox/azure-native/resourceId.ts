/** Fills the parameters of an ARM path, such as `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}`. */
export function fillPath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(parameters[name]);
    // A scope is a path itself.
    return name === "scope" ? value.replace(/^\/+|\/+$/g, "") : encodeURIComponent(value);
  });
}

/** Names of the parameters of an ARM path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** The parameters that make the path into the id, or undefined when the id is of another kind. Letter case does not matter. */
export function parseId(id: string, path: string): Record<string, string> | undefined {
  const groups = path.replace(/[.]/g, "\\.").replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>.+?)`);
  const match = new RegExp(`^${groups}$`, "i").exec(id);
  return match === null ? undefined : { ...match.groups };
}
