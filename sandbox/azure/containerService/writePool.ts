import { randomUUID } from "node:crypto";
import { badRequest } from "../errors";
import { type JsonObject, listAt, objectAt, textAt } from "../json";
import type { AgentPoolProperties } from "../schema/containerService/agentPool";
import type { Services } from "../services";
import type { StoredResource } from "../store";
import { minorNumber } from "../tables/kubernetesVersions";
import type { ClusterContext } from "./clusterContext";
import { resolveVersion } from "./kubernetesVersion";
import { completePool } from "./poolDefaults";
import { checkSubnetSize } from "./nodeSubnets";
import { checkCounts } from "./rules/poolCounts";
import { checkMachine } from "./rules/poolMachine";
import { checkPoolName } from "./rules/poolName";
import { checkPlacement } from "./rules/poolPlacement";
import { checkPlatform } from "./rules/poolPlatform";
import { checkUnchanged, immutableInPools } from "./rules/unchanged";

export const agentPoolType = "Microsoft.ContainerService/managedClusters/agentPools";

/** A pool to be written, inline in its cluster or on its own. */
export interface PoolRequest {
  readonly id: string;
  readonly name: string;
  readonly requested: AgentPoolProperties;
  readonly existing: StoredResource | undefined;
}

/** @throws ArmError when AKS refuses the pool in this cluster. */
export function writePool(request: PoolRequest, cluster: ClusterContext, services: Services): StoredResource {
  const { id, name, existing } = request;
  const before = objectAt(existing?.body, "properties");
  const requested: AgentPoolProperties = { ...keptFrom(before), ...withoutUndefined(request.requested) };
  checkPoolName(name, requested.osType ?? "Linux");
  if (existing !== undefined) {
    checkUnchanged(before, request.requested, immutableFor(requested));
  }
  const version = poolVersion(requested, before, cluster);
  checkCounts(requested);
  checkMachine(requested, cluster);
  if (existing === undefined) {
    checkPlatform(requested, version, cluster);
  }
  checkPlacement(requested);
  checkSubnetSize({ id, requested }, cluster, services);
  return {
    id,
    name,
    type: agentPoolType,
    body: {
      properties: {
        ...completePool(sized(requested, before), version, cluster),
        eTag: randomUUID(),
        provisioningState: existing === undefined ? "Creating" : "Updating",
      },
    },
    internal: {},
  };
}

/** What a later request may leave out without changing it. */
function keptFrom(before: JsonObject): JsonObject {
  const kept = [...immutableInPools.filter((property) => !property.includes(".")), "mode", "orchestratorVersion"];
  return Object.fromEntries(kept.filter((property) => before[property] !== undefined).map((key) => [key, before[key]]));
}

function withoutUndefined(pool: AgentPoolProperties): AgentPoolProperties {
  return Object.fromEntries(Object.entries(pool).filter(([, value]) => value !== undefined));
}

/** Linux pools can change their OS SKU in place. Source: aks-docs upgrade-os-version.md 2026-07-13. */
function immutableFor(pool: AgentPoolProperties): readonly string[] {
  return pool.osType === "Windows" ? immutableInPools : immutableInPools.filter((property) => property !== "osSKU");
}

/** While the autoscaler looks after a pool it decides the size: a later request does not move it, but for new limits. */
function sized(pool: AgentPoolProperties, before: JsonObject): AgentPoolProperties {
  const now = before["count"];
  if (pool.enableAutoScaling !== true || typeof now !== "number" || before["enableAutoScaling"] !== true) {
    return pool;
  }
  return { ...pool, count: Math.min(Math.max(now, pool.minCount ?? now), pool.maxCount ?? now) };
}

/** Source: managedClusters.json, orchestratorVersion: not above the control plane, at most two minors below (three since 1.28). */
function poolVersion(pool: AgentPoolProperties, before: JsonObject, cluster: ClusterContext): string {
  const current = textAt(before, "currentOrchestratorVersion");
  const asked = pool.orchestratorVersion;
  if (asked === undefined) {
    return current ?? cluster.controlPlaneVersion;
  }
  if (current !== undefined && (asked === current || current.startsWith(`${asked}.`))) {
    return current;
  }
  if (asked === cluster.controlPlaneVersion || cluster.controlPlaneVersion.startsWith(`${asked}.`)) {
    return cluster.controlPlaneVersion;
  }
  const version = resolveVersion(
    asked,
    { longTerm: cluster.longTermSupport, today: cluster.today },
    "AgentPoolK8sVersionNotSupported",
  );
  const behind = minorNumber(cluster.controlPlaneVersion) - minorNumber(version);
  const newer = behind < 0 || (behind === 0 && version > cluster.controlPlaneVersion);
  if (newer || behind > 3) {
    throw badRequest(
      "NodePoolMcVersionIncompatible",
      `Node pool version ${version} and control plane version ${cluster.controlPlaneVersion} are incompatible.`,
      "agentPoolProfile.orchestratorVersion",
    );
  }
  return version;
}

/** Taints of a stored pool. */
export function taintsOf(pool: StoredResource): string[] {
  return listAt(pool.body, "properties.nodeTaints").map(String);
}
