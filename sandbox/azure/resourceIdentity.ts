import { badRequest } from "./errors";
import { type JsonObject, textAt } from "./json";
import type { Services } from "./services";
import type { StoredResource } from "./store";

/**
 * A resource's managed identity as GET shows it. A system-assigned one gets a principal at the first request and keeps it.
 * @throws ArmError when a user-assigned identity does not exist.
 */
export function resourceIdentity(
  name: string,
  requested: { readonly type?: string; readonly userAssignedIdentities?: JsonObject } | undefined,
  existing: StoredResource | undefined,
  { store, directory }: Services,
): JsonObject | undefined {
  if (requested === undefined || requested.type === "None") {
    return undefined;
  }
  const own = requested.type?.includes("SystemAssigned") === true;
  const principalId = textAt(existing?.body, "identity.principalId");
  const assigned = Object.keys(requested.userAssignedIdentities ?? {}).map((id) => {
    const identity = store.get(id);
    if (identity === undefined) {
      throw badRequest(
        "FailedIdentityOperation",
        `Identity operation failed: resource '${id}' was not found.`,
        "identity",
      );
    }
    return [id, idsOf(identity)] as const;
  });
  return {
    type: requested.type,
    ...(own
      ? { principalId: principalId ?? directory.createPrincipal(name).objectId, tenantId: directory.tenantId }
      : {}),
    ...(assigned.length > 0 ? { userAssignedIdentities: Object.fromEntries(assigned) } : {}),
  };
}

const idsOf = ({ body }: StoredResource) => ({
  principalId: textAt(body, "properties.principalId"),
  clientId: textAt(body, "properties.clientId"),
});
