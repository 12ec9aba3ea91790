import { parentId } from "../armPath";
import { listAt, numberAt, objectAt, textAt } from "../json";
import type { NodePoolSpec } from "../../kubernetes/clusterRuntime";
import type { Services } from "../services";
import type { StoredResource } from "../store";

/** Makes the runtime's pool what the resource says. */
export async function provisionPool(pool: StoredResource, { clusters }: Services): Promise<void> {
  await clusters.putNodePool(parentId(pool.id), nodePoolSpec(pool));
}

export async function removePool(pool: StoredResource, { clusters, store }: Services): Promise<void> {
  if (store.has(parentId(pool.id))) {
    await clusters.deleteNodePool(parentId(pool.id), pool.name);
  }
}

function nodePoolSpec(pool: StoredResource): NodePoolSpec {
  const properties = objectAt(pool.body, "properties");
  const texts = (path: string) => listAt(properties, path).map(String);
  const labels = Object.entries(objectAt(properties, "nodeLabels")).map(([key, value]): [string, string] => [
    key,
    String(value),
  ]);
  const autoscaling = {
    minCount: numberAt(properties, "minCount") ?? 0,
    maxCount: numberAt(properties, "maxCount") ?? 0,
  };
  return {
    name: pool.name,
    mode: textAt(properties, "mode") === "System" ? "System" : "User",
    osType: textAt(properties, "osType") === "Windows" ? "Windows" : "Linux",
    osSku: textAt(properties, "osSKU") ?? "Ubuntu",
    vmSize: textAt(properties, "vmSize") ?? "",
    count: numberAt(properties, "count") ?? 0,
    ...(properties["enableAutoScaling"] === true ? { autoscaling } : {}),
    maxPods: numberAt(properties, "maxPods") ?? 110,
    osDiskGiB: numberAt(properties, "osDiskSizeGB"),
    labels: Object.fromEntries(labels),
    taints: texts("nodeTaints"),
    zones: texts("availabilityZones"),
    spot: textAt(properties, "scaleSetPriority") === "Spot",
    kubernetesVersion: textAt(properties, "currentOrchestratorVersion") ?? "",
    nodeImageVersion: textAt(properties, "nodeImageVersion") ?? "",
    drainTimeoutMinutes: numberAt(properties, "upgradeSettings.drainTimeoutInMinutes") ?? 30,
  };
}
