import { parentId } from "../armPath";
import { type JsonObject, objectAt } from "../json";
import type { Services } from "../services";
import { type StoredResource, provisioningState, withProperties } from "../store";

/** A pool as GET shows it: with the size that the autoscaler has given it. */
export function presentPool(pool: StoredResource, services: Services): JsonObject {
  return observed(pool, services).body;
}

/** Notes the size that the autoscaler has given the pool, so that a restart finds it again. */
function observed(pool: StoredResource, { clusters, store }: Services): StoredResource {
  const properties = objectAt(pool.body, "properties");
  if (properties["enableAutoScaling"] !== true || provisioningState(pool) !== "Succeeded") {
    return pool;
  }
  const count = clusters.nodeCount(parentId(pool.id), pool.name);
  return count === properties["count"] ? pool : store.put(withProperties(pool, { count }));
}
