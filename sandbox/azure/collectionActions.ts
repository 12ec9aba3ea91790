import type { ArmRequest, ArmResponse } from "./resourceType";
import type { Services } from "./services";

type CollectionAction = (request: ArmRequest, services: Services) => ArmResponse;

/** POSTs that concern no resource in particular, by namespace and action in lower case. */
export const collectionActions: ReadonlyMap<string, CollectionAction> = new Map<string, CollectionAction>([]);
