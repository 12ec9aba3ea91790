import type { ActionKind } from "../authorization/allows";
import { assignedTo, isGranted } from "../authorization/mayDo";
import { textAt } from "../json";
import type { ResourceStore, StoredResource } from "../store";

/**
 * What pulling is, by the registry's `roleAssignmentMode`: in ABAC mode, where it is done to the content, Owner and AcrPull do not have
 * it. Source: azure-management-docs container-registry-rbac-built-in-roles-directory-reference.md 2025-04-24.
 */
const pulling: Readonly<Record<string, { readonly action: string; readonly kind: ActionKind }>> = {
  LegacyRegistryPermissions: { action: "Microsoft.ContainerRegistry/registries/pull/read", kind: "action" },
  AbacRepositoryPermissions: {
    action: "Microsoft.ContainerRegistry/registries/repositories/content/read",
    kind: "dataAction",
  },
};

/** Whether the principal has a role that may pull, on the registry or on what it lies in. */
export function mayPull(principalId: string, registry: StoredResource, store: ResourceStore): boolean {
  const wanted = pulling[textAt(registry.body, "properties.roleAssignmentMode") ?? "LegacyRegistryPermissions"];
  return wanted !== undefined && isGranted(assignedTo(principalId, store), wanted.action, registry.id, wanted.kind);
}
