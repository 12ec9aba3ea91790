import { ArmError } from "../errors";
import type { ArmRequest } from "../resourceType";
import type { Services } from "../services";
import { allows } from "./allows";
import { contains, type Grant, grantsOf, mayDo } from "./mayDo";
import { requestedAction } from "./requestedAction";

/** @throws ArmError `AuthorizationFailed` when no role of the caller allows what the request wants to do. */
export function authorizeRequest(request: ArmRequest, services: Services): void {
  const requested = requestedAction(request.method, request.path);
  if (requested === undefined) {
    return;
  }
  const { action, scope, isList } = requested;
  const { objectId } = request.caller;
  const isAllowed =
    mayDo(objectId, action, scope, services) ||
    (isList === true && hasPart(grantsOf(objectId, services), action, scope));
  if (!isAllowed) {
    throw authorizationFailed(request, action, scope);
  }
}

/** A list is answered also when only some of its members, which lie below its scope, may be read. */
function hasPart(grants: readonly Grant[], action: string, scope: string): boolean {
  const below = grants.filter((grant) => contains(scope, grant.scope));
  return /\/resources\/read$/.test(action)
    ? below.length > 0
    : below.some(({ role }) => allows(role, action, "action"));
}

/** Text as people have met it: Azure/azure-cli#27662, microsoft/azure-tools-for-java#3637. */
function authorizationFailed({ caller }: ArmRequest, action: string, scope: string): ArmError {
  return new ArmError(
    403,
    "AuthorizationFailed",
    `The client '${caller.clientId}' with object id '${caller.objectId}' does not have authorization to perform action '${action}' over scope '${scope}' or the scope is invalid. If access was recently granted, please refresh your credentials.`,
  );
}
