import { lastName } from "../armPath";
import { textAt } from "../json";
import type { ResourceStore } from "../store";
import { builtInRoles } from "../tables/builtInRoles";

/** Names of the built-in roles that a principal has on a resource, or on what it lies in. Conditions of assignments are not weighed. */
export function assignedRoles(principalId: string, resourceId: string, store: ResourceStore): readonly string[] {
  return store
    .ofType("Microsoft.Authorization/roleAssignments")
    .filter(({ body }) => textAt(body, "properties.principalId")?.toLowerCase() === principalId.toLowerCase())
    .filter(({ body }) => contains(textAt(body, "properties.scope") ?? "", resourceId))
    .flatMap(
      ({ body }) => builtInRoles.get(lastName(textAt(body, "properties.roleDefinitionId") ?? "").toLowerCase()) ?? [],
    );
}

function contains(scope: string, id: string): boolean {
  const prefix = `${scope.replace(/\/$/, "")}/`.toLowerCase();
  return `${id}/`.toLowerCase().startsWith(prefix);
}
