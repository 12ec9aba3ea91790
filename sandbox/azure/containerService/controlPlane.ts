import { lifecycleOf } from "./clusterFacts";
import { sameId } from "../armPath";
import { concerns } from "./busy";
import { provisionPool } from "./nodePools";
import { agentPoolType } from "./writePool";
import { removeNow } from "../lifecycle";
import type { Services } from "../services";
import { type StoredResource, provisioningState, withProperties } from "../store";

/** Starts the control plane, then the pools that were created together with the cluster. */
export async function startCluster(cluster: StoredResource, services: Services): Promise<void> {
  await services.clusters.startCluster(lifecycleOf(cluster));
  const pools = services.store.children(cluster.id, agentPoolType);
  for (const pool of pools.filter((candidate) => provisioningState(candidate) !== "Succeeded")) {
    await provisionPool(pool, services);
    services.store.put(withProperties(pool, { provisioningState: "Succeeded" }));
  }
}

/** Only the control plane: after a restart of the emulator the pools are started on their own. */
export async function restartCluster(cluster: StoredResource, services: Services): Promise<void> {
  await services.clusters.startCluster(lifecycleOf(cluster));
}

/** Stops the control plane, and deletes the node resource group with the kubelet's identity in it. */
export async function removeCluster(cluster: StoredResource, services: Services): Promise<void> {
  const { store, types, clusters, directory, operations } = services;
  await operations.settled(
    ({ resourceId, kind }) =>
      concerns(resourceId, cluster.id) && !(kind === "remove" && sameId(resourceId, cluster.id)),
  );
  await clusters.deleteCluster(cluster.id);
  const spec = lifecycleOf(cluster);
  const group = store.get(`/subscriptions/${cluster.id.split("/")[2] ?? ""}/resourceGroups/${spec.nodeResourceGroup}`);
  for (const resource of group === undefined ? [] : store.below(group.id)) {
    const type = types.get(resource.type.toLowerCase());
    if (type !== undefined) {
      await removeNow(type, resource, services);
    }
  }
  if (group !== undefined) {
    store.delete(group.id);
  }
  const principal = cluster.internal["systemAssignedPrincipalId"];
  if (typeof principal === "string") {
    directory.deletePrincipal(principal);
  }
}
