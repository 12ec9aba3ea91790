import type {
  ClusterEndpoint,
  ClusterRuntime,
  ClusterSpec,
  NodePoolSpec,
} from "../../../sandbox/kubernetes/clusterRuntime";

/** Keeps what it was asked for; a pool has as many nodes as it was told, unless `scale` moves it. */
export class FakeClusterRuntime implements ClusterRuntime {
  readonly clusters = new Map<string, ClusterSpec>();
  readonly pools = new Map<string, NodePoolSpec>();
  readonly counts = new Map<string, number>();
  /** While set, every piece of work waits for it. */
  gate: Promise<void> = Promise.resolve();

  async startCluster(cluster: ClusterSpec): Promise<ClusterEndpoint> {
    await this.gate;
    this.clusters.set(cluster.id, cluster);
    return { url: "https://127.0.0.1:6443", certificateAuthority: "PEM" };
  }

  async deleteCluster(clusterId: string): Promise<void> {
    await this.gate;
    this.clusters.delete(clusterId);
    for (const key of [...this.pools.keys()].filter((pool) => pool.startsWith(`${clusterId}|`))) {
      this.pools.delete(key);
    }
  }

  async putNodePool(clusterId: string, pool: NodePoolSpec): Promise<void> {
    await this.gate;
    if (!this.clusters.has(clusterId)) {
      throw new Error(`no cluster ${clusterId}`);
    }
    this.pools.set(`${clusterId}|${pool.name}`, pool);
    this.counts.set(`${clusterId}|${pool.name}`, pool.count);
  }

  async deleteNodePool(clusterId: string, poolName: string): Promise<void> {
    await this.gate;
    this.pools.delete(`${clusterId}|${poolName}`);
  }

  nodeCount(clusterId: string, poolName: string): number {
    return this.counts.get(`${clusterId}|${poolName}`) ?? 0;
  }

  kubeconfig(clusterId: string, account: "admin" | "user"): string {
    if (!this.clusters.has(clusterId)) {
      throw new Error(`no cluster ${clusterId}`);
    }
    return `kubeconfig of ${account} for ${clusterId}`;
  }

  poolNames(): string[] {
    return [...this.pools.values()].map(({ name }) => name);
  }
}
