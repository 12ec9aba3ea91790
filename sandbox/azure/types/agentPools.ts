import { parentId } from "../armPath";
import { checkIdle } from "../containerService/busy";
import { contextOfCluster } from "../containerService/contextOfCluster";
import { provisionPool, removePool } from "../containerService/nodePools";
import { checkUntaintedPool } from "../containerService/poolRoles";
import { presentPool } from "../containerService/presentPool";
import { checkPoolRemoval } from "../containerService/removal";
import { containerServiceCodes } from "../containerService/writeCluster";
import { agentPoolType, writePool } from "../containerService/writePool";
import { notFound } from "../errors";
import type { ResourceType } from "../resourceType";
import { agentPoolBody } from "../schema/containerService/agentPool";
import { parseBody } from "../schema/parseBody";
import { containerServiceApiVersions } from "../tables/containerServiceApi";
import { durations } from "../tables/durations";

export const agentPools: ResourceType = {
  type: agentPoolType,
  apiVersions: containerServiceApiVersions,
  longRunning: { write: "asyncOperation", remove: "asyncOperation" },
  durations: durations.agentPool,

  write({ id, name, apiVersion, body, existing }, services) {
    const { properties } = parseBody(agentPoolBody(apiVersion), body, containerServiceCodes);
    const cluster = services.store.get(parentId(id));
    if (cluster === undefined) {
      throw notFound("ParentResourceNotFound", `The managed cluster '${parentId(id)}' could not be found.`);
    }
    checkIdle(cluster.id, services);
    const pool = writePool(
      { id, name, requested: properties ?? {}, existing },
      contextOfCluster(cluster, services),
      services,
    );
    const others = services.store.children(cluster.id, agentPoolType).filter((other) => other.name !== name);
    checkUntaintedPool([...others, pool]);
    return pool;
  },

  provision: provisionPool,
  restart: provisionPool,
  present: presentPool,
  checkRemoval: checkPoolRemoval,
  remove: removePool,
};
