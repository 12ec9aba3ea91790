import type { BuiltInRole } from "./builtInRole";

/** What is done: to a resource, or to what is in it. */
export type ActionKind = "action" | "dataAction";

/** Whether a role allows an action such as `Microsoft.ContainerRegistry/registries/read`. Case does not matter. */
export function allows(role: BuiltInRole, action: string, kind: ActionKind): boolean {
  const [granted, excluded] =
    kind === "action" ? [role.actions, role.notActions] : [role.dataActions, role.notDataActions];
  const matches = (pattern: string) => expression(pattern).test(action);
  return granted?.some(matches) === true && excluded?.some(matches) !== true;
}

// `*` stands for any characters, slashes too. Between two slashes it also stands for nothing: by `userAssignedIdentities/*/read` the
// Managed Identity Operator reads identities themselves.
function expression(pattern: string): RegExp {
  const literals = pattern.split("*").map((text) => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literals.join(".*").replaceAll("/.*/", "/(?:.*/)?")}$`, "i");
}
