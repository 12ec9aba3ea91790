import type { ResourceStore, StoredResource } from "../store";
import { assignedRoles } from "./assignedRoles";

/** Source: azure-management-docs container-registry-rbac-built-in-roles-directory-reference.md 2025-04-24. */
const repositoryRolesThatPush = ["Container Registry Repository Writer", "Container Registry Repository Contributor"];

/** Whether the principal has a role that may push into a registry whose `roleAssignmentMode` is `AbacRepositoryPermissions`. */
export function mayPush(principalId: string, registry: StoredResource, store: ResourceStore): boolean {
  return assignedRoles(principalId, registry.id, store).some((role) => repositoryRolesThatPush.includes(role));
}
