import type { BuiltInRole } from "./builtInRole";
import { containerRegistryRoles } from "./roles/containerRegistryRoles";
import { generalRoles } from "./roles/generalRoles";
import { kubernetesServiceRoles } from "./roles/kubernetesServiceRoles";
import { otherRoles } from "./roles/otherRoles";
import { storageRoles } from "./roles/storageRoles";

const all: readonly BuiltInRole[] = [
  ...generalRoles,
  ...containerRegistryRoles,
  ...kubernetesServiceRoles,
  ...storageRoles,
  ...otherRoles,
];

/** Built-in roles by the name of their definition, as far as agents on AKS may need one. */
export const builtInRoles: ReadonlyMap<string, BuiltInRole> = new Map(all.map((role) => [role.id, role]));
