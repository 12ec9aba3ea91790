import { badRequest } from "../errors";
import type { WriteRequest } from "../resourceType";
import type { ManagedClusterBody } from "../schema/containerService/managedCluster";
import type { Services } from "../services";
import type { StoredResource } from "../store";
import type { ClusterContext } from "./clusterContext";
import { checkUntaintedPool } from "./poolRoles";
import { agentPoolType, writePool } from "./writePool";

/**
 * The pools that a cluster's PUT names. A later PUT may change them, but neither adds nor removes one.
 * @throws ArmError when one of them is refused, or there is no system pool.
 */
export function inlinePools(
  { id, existing }: WriteRequest,
  body: ManagedClusterBody,
  cluster: ClusterContext,
  services: Services,
): StoredResource[] {
  const profiles = body.properties?.agentPoolProfiles ?? [];
  const names = new Set(profiles.map(({ name }) => name));
  if (names.size < profiles.length) {
    throw badRequest("InvalidParameter", "The names of agent pools must be unique.", "agentPoolProfiles");
  }
  const before = new Map(services.store.children(id, agentPoolType).map((pool) => [pool.name, pool]));
  if (existing !== undefined && profiles.some(({ name }) => !before.has(name))) {
    throw badRequest(
      "BadRequest",
      "A new agent pool was introduced. Adding agent pools to an existing cluster is not allowed through managed cluster operations. " +
        "For agent pool specific change, please use per agent pool operations: https://aka.ms/agent-pool-rest-api",
      "agentPoolProfiles",
    );
  }
  const written = profiles.map(({ name, ...requested }) =>
    writePool({ id: `${id}/agentPools/${name}`, name, requested, existing: before.get(name) }, cluster, services),
  );
  const untouched = [...before.values()].filter(({ name }) => !names.has(name));
  checkUntaintedPool([...written, ...untouched]);
  return written;
}
