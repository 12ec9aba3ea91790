import type { OrganizationState, Pool } from "./state";

export interface RoleDefinition {
  readonly name: string;
  readonly displayName: string;
  /** Bits: 1 view, 2 manage, 4 listen, 8 administer permissions, 16 use, 32 create. */
  readonly allowPermissions: number;
  readonly description: string;
}

const poolRoles: readonly RoleDefinition[] = [
  {
    name: "Reader",
    displayName: "Reader",
    allowPermissions: 1,
    description: "Reader can only view agent pools.",
  },
  {
    name: "ServiceAccount",
    displayName: "Service Account",
    allowPermissions: 5,
    description: "Service Account can view agents, create sessions and listen for jobs.",
  },
  {
    name: "User",
    displayName: "User",
    allowPermissions: 17,
    description: "User can view and use the agent pool.",
  },
  {
    name: "Administrator",
    displayName: "Administrator",
    allowPermissions: 27,
    description: "Administrator can administer, manage, view and use agent pools.",
  },
];

const libraryRoles: readonly RoleDefinition[] = [
  { name: "Reader", displayName: "Reader", allowPermissions: 1, description: "Reader can view the item." },
  { name: "User", displayName: "User", allowPermissions: 17, description: "User can use the item." },
  { name: "Creator", displayName: "Creator", allowPermissions: 5, description: "Creator can create items." },
  {
    name: "Administrator",
    displayName: "Administrator",
    allowPermissions: 27,
    description: "Administrator can use and manage the item.",
  },
];

export const poolRoleScope = "distributedtask.agentpoolrole";

/** The roles that each scope has (azure-devops-docs about-security-roles.md). */
export const roleDefinitions: Readonly<Record<string, readonly RoleDefinition[]>> = {
  [poolRoleScope]: poolRoles,
  "distributedtask.agentqueuerole": libraryRoles,
  "distributedtask.serviceendpointrole": libraryRoles,
};

export function administersPool(organization: OrganizationState, identityId: string, pool: Pool): boolean {
  return organization.roleAssignments.some(
    (assignment) =>
      assignment.scope === poolRoleScope &&
      assignment.resourceId === String(pool.id) &&
      assignment.identityId === identityId &&
      assignment.roleName === "Administrator",
  );
}
