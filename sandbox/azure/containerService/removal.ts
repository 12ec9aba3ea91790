import { parentId } from "../armPath";
import { badRequest } from "../errors";
import { textAt } from "../json";
import type { Services } from "../services";
import type { StoredResource } from "../store";
import { checkIdle } from "./busy";
import { agentPoolType } from "./writePool";

/** @throws ArmError when another operation runs, or the pool is the last one, or the last system pool. */
export function checkPoolRemoval(pool: StoredResource, services: Services): void {
  const cluster = parentId(pool.id);
  checkIdle(cluster, services);
  const others = services.store.children(cluster, agentPoolType).filter(({ id }) => id !== pool.id);
  if (others.length === 0) {
    throw badRequest("BadRequest", "There has to be at least one agent pool.", "agentPoolProfiles");
  }
  if (!others.some((other) => textAt(other.body, "properties.mode") === "System")) {
    throw badRequest(
      "MustDefineAtLeastOneSystemPool",
      "The last system pool can not be deleted: must define at least one system pool.",
    );
  }
}
