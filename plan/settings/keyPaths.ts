import { settingsSchema } from "../settings";
import { keysOf, type KeyNode } from "./keyTree";

/** A place in the configuration: names of keys and indexes of lists. */
export type Path = readonly (string | number)[];

/** All keys of the configuration, as a tree with an unnamed root. */
export const configurationKeys: KeyNode = {
  name: "",
  kind: "group",
  required: true,
  choices: [],
  children: keysOf(settingsSchema),
};

/** `["agents", 1, "vmSize"]` as `agents[1].vmSize`; keys of other namespaces in full. */
export function formatPath(path: Path): string {
  const [first, ...rest] = path;
  if (first === undefined) return "";
  const top = keyAt([first])?.meta?.configKey ?? String(first);
  return rest.reduce<string>(
    (text, segment) => text + (typeof segment === "number" ? `[${segment}]` : `.${segment}`),
    top,
  );
}

/** What the schema says about a place; absent for keys that it does not know. */
export function keyAt(path: Path): KeyNode | undefined {
  return path.reduce<KeyNode | undefined>(
    (node, segment) => (typeof segment === "number" ? node : node?.children.find((child) => child.name === segment)),
    configurationKeys,
  );
}

/** The value at a place. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, segment) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, segment) : undefined),
    value,
  );
}

/** Whether a place, as text, is another one or lies below it. */
export function isAtOrBelow(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}.`) || path.startsWith(`${ancestor}[`);
}
