import type { Directory } from "../../entra/directory";
import { lastName } from "../armPath";
import { textAt } from "../json";
import type { ResourceStore } from "../store";
import { allows, type ActionKind } from "./allows";
import type { BuiltInRole } from "./builtInRole";
import { builtInRoles } from "./builtInRoles";

/** A role that a principal has on a scope and on all that is below. */
export interface Grant {
  readonly role: BuiltInRole;
  /** Id of a resource, resource group or subscription; `/`: everything. */
  readonly scope: string;
}

interface Authorities {
  readonly store: ResourceStore;
  readonly directory: Directory;
}

const owner = builtInRoles.get("8e3af657-a8ff-443c-a75c-2fe8c4bcb635");

/**
 * Whether a principal has a role that allows an action on a scope. The principal that deploys is Owner of everything. Conditions of role
 * assignments are not evaluated.
 *
 * @param principalId Object id.
 * @param action Such as `Microsoft.ContainerRegistry/registries/scheduleRun/action`.
 * @param scope Id of the resource that it is done to.
 * @param kind `dataAction` for what is done to the content of a resource, which Owner and Contributor alone may not. Default `action`.
 */
export function mayDo(
  principalId: string,
  action: string,
  scope: string,
  authorities: Authorities,
  kind: ActionKind = "action",
): boolean {
  return isGranted(grantsOf(principalId, authorities), action, scope, kind);
}

/** Whether one of the grants allows an action on a scope. */
export function isGranted(grants: readonly Grant[], action: string, scope: string, kind: ActionKind): boolean {
  return grants.some((grant) => contains(grant.scope, scope) && allows(grant.role, action, kind));
}

/** All that a principal has been granted. */
export function grantsOf(principalId: string, { store, directory }: Authorities): readonly Grant[] {
  const isDeployer = sameText(principalId, directory.deployer.objectId);
  const inherited = isDeployer && owner !== undefined ? [{ role: owner, scope: "/" }] : [];
  return [...inherited, ...assignedTo(principalId, store)];
}

/** What role assignments grant a principal. */
export function assignedTo(principalId: string, store: ResourceStore): readonly Grant[] {
  return store
    .ofType("Microsoft.Authorization/roleAssignments")
    .filter(({ body }) => sameText(textAt(body, "properties.principalId") ?? "", principalId))
    .flatMap(({ body }) => {
      const role = builtInRoles.get(lastName(textAt(body, "properties.roleDefinitionId") ?? "").toLowerCase());
      return role === undefined ? [] : [{ role, scope: textAt(body, "properties.scope") ?? "" }];
    });
}

/** Whether a scope is another one, or lies in it. */
export function contains(outer: string, inner: string): boolean {
  return `${inner}/`.toLowerCase().startsWith(`${outer.replace(/\/$/, "")}/`.toLowerCase());
}

const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
