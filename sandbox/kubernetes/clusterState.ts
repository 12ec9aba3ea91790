import { createHash, randomInt } from "node:crypto";
import { join } from "node:path";
import { StateFile } from "../stateFile";
import type { ClusterSpec, NodePoolSpec } from "./clusterRuntime";
import { newAccountTokens, type AccountTokens } from "./controlPlane/credentials";
import type { NodeInstance } from "./nodes/nodeObject";

export interface PoolState {
  spec: NodePoolSpec;
  instances: NodeInstance[];
  /** The number that the next instance gets. */
  nextInstance: number;
}

/** What is remembered of a cluster besides what its API server keeps. */
export interface ClusterState {
  spec: ClusterSpec;
  readonly apiServerPort: number;
  readonly tokens: AccountTokens;
  /** The eight digits in the names of the cluster's scale sets. */
  readonly nodePoolSuffix: string;
  pools: PoolState[];
}

/** Name of a cluster's folder: short, since sockets and command lines hold it, and the same for any spelling of the id. */
export function clusterDirectory(stateDirectory: string, clusterId: string): string {
  const digest = createHash("sha256").update(clusterId.toLowerCase()).digest("hex").slice(0, 10);
  const name = clusterId.split("/").at(-1) ?? "cluster";
  return join(stateDirectory, `${name.toLowerCase()}-${digest}`);
}

export function stateFile(directory: string): StateFile<ClusterState> {
  return new StateFile(join(directory, "cluster.json"));
}

export function newClusterState(spec: ClusterSpec, apiServerPort: number): ClusterState {
  return {
    spec,
    apiServerPort,
    tokens: newAccountTokens(),
    nodePoolSuffix: String(randomInt(10_000_000, 100_000_000)),
    pools: [],
  };
}
