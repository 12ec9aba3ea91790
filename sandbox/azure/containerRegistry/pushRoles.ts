import { assignedTo, isGranted } from "../authorization/mayDo";
import type { ResourceStore, StoredResource } from "../store";

const pushing = "Microsoft.ContainerRegistry/registries/repositories/content/write";

/**
 * Whether the principal has a role that may push into a registry whose `roleAssignmentMode` is `AbacRepositoryPermissions`: there even who
 * owns the registry needs one. Source: azure-management-docs container-registry-rbac-built-in-roles-directory-reference.md 2025-04-24.
 */
export function mayPush(principalId: string, registry: StoredResource, store: ResourceStore): boolean {
  return isGranted(assignedTo(principalId, store), pushing, registry.id, "dataAction");
}
