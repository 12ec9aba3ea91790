import { builtInRoles as definitions } from "../authorization/builtInRoles";

/** Names of the built-in roles by definition id. */
export const builtInRoles: ReadonlyMap<string, string> = new Map([...definitions].map(([id, { name }]) => [id, name]));
