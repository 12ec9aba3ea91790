import type { ArmRequest } from "../resourceType";
import type { Services } from "../services";
import type { StoredResource } from "../store";
import { contains, grantsOf, isGranted } from "./mayDo";
import { readActionOf } from "./requestedAction";

/** Those of the resources that the caller may read: the others are missing in what lists show. */
export function visible(
  resources: readonly StoredResource[],
  { caller }: ArmRequest,
  services: Services,
): readonly StoredResource[] {
  const grants = grantsOf(caller.objectId, services);
  return resources.filter(({ id, type }) => isGranted(grants, readActionOf(type), id, "action"));
}

/** Whether the caller has a role in a subscription, however small: without one he does not know of it. */
export function hasRoleIn(subscription: string, { caller }: ArmRequest, services: Services): boolean {
  return grantsOf(caller.objectId, services).some(
    ({ scope }) => contains(subscription, scope) || contains(scope, subscription),
  );
}
