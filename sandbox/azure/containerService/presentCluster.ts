import { presentPool } from "./presentPool";
import { agentPoolType } from "./writePool";
import { type JsonObject, objectAt } from "../json";
import type { Services } from "../services";
import type { StoredResource } from "../store";

/** A managed cluster as GET shows it: with all of its pools, also those that have been added on their own. */
export function presentCluster(cluster: StoredResource, services: Services): JsonObject {
  const pools = services.store.children(cluster.id, agentPoolType);
  const agentPoolProfiles = pools.map((pool) => ({
    name: pool.name,
    ...objectAt(presentPool(pool, services), "properties"),
  }));
  return { ...cluster.body, properties: { ...objectAt(cluster.body, "properties"), agentPoolProfiles } };
}
