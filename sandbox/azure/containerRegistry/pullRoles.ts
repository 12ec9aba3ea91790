import { textAt } from "../json";
import type { ResourceStore, StoredResource } from "../store";
import { assignedRoles } from "./assignedRoles";

const rolesThatPull = ["Owner", "Contributor", "Reader", "AcrPull", "AcrPush"];
const repositoryRolesThatPull = [
  "Container Registry Repository Reader",
  "Container Registry Repository Writer",
  "Container Registry Repository Contributor",
];

/**
 * The built-in roles that may pull, by the registry's `roleAssignmentMode`: in ABAC mode all others, Owner too, see no image. Source:
 * azure-management-docs container-registry-rbac-built-in-roles-directory-reference.md 2025-04-24.
 */
const pulling: Readonly<Record<string, readonly string[]>> = {
  LegacyRegistryPermissions: rolesThatPull,
  AbacRepositoryPermissions: repositoryRolesThatPull,
};

/** Whether the principal has a role that may pull, on the registry or on what it lies in. */
export function mayPull(principalId: string, registry: StoredResource, store: ResourceStore): boolean {
  const mode = textAt(registry.body, "properties.roleAssignmentMode") ?? "LegacyRegistryPermissions";
  return assignedRoles(principalId, registry.id, store).some((role) => pulling[mode]?.includes(role) === true);
}
