import type { ApiClient } from "../apiClient";
import type { NodePoolSpec } from "../clusterRuntime";
import type { ClusterState, PoolState } from "../clusterState";
import { drainNode } from "../drain";
import { Exclusive } from "../exclusive";
import type { Kubelet } from "../kubelet/kubelet";
import type { NodeFleet } from "./nodeFleet";
import { nodeName } from "./nodeNames";
import { nodeAddress, nodeObject, type NodeInstance } from "./nodeObject";

export interface NodePoolsOptions {
  readonly state: ClusterState;
  readonly save: () => void;
  readonly client: ApiClient;
  readonly fleet: NodeFleet;
  readonly kubelet: Kubelet;
  /** Port of loopback at which the simulated kubelets answer. */
  readonly kubeletPort: number;
  /** Length of a minute of a drain time-out. */
  readonly minuteMilliseconds: number;
}

/** The node pools of a running cluster. One change at a time. */
export class NodePools {
  private readonly queue = new Exclusive();

  constructor(private readonly options: NodePoolsOptions) {}

  /** Makes the nodes of all pools exist again after the control plane has been started. */
  resume(): Promise<void> {
    return this.queue.run(async () => {
      await Promise.all(this.options.state.pools.map((pool) => this.hostAll(pool)));
    });
  }

  /** Creates the pool or makes it what the specification says. */
  put(spec: NodePoolSpec): Promise<void> {
    return this.queue.run(async () => {
      const known = this.find(spec.name);
      const pool = known ?? this.add(spec);
      const before = pool.spec;
      pool.spec = spec;
      if (needsNewImage(before, spec) && pool.instances.length > 0) {
        await this.upgrade(pool, before);
      } else {
        await this.hostAll(pool, before);
      }
      this.options.save();
      await this.resize(pool, known === undefined ? spec.count : wantedCount(pool));
    });
  }

  /** Drains and removes all nodes of the pool, then the pool. @throws DrainTimeoutError; the nodes stay cordoned then. */
  delete(poolName: string): Promise<void> {
    return this.queue.run(async () => {
      const { state, save } = this.options;
      const pool = this.find(poolName);
      if (pool !== undefined) {
        await this.retire(pool, pool.instances, this.drainMilliseconds(pool));
        state.pools = state.pools.filter((other) => other !== pool);
        save();
      }
    });
  }

  /** Adds nodes until the pool has so many. */
  grow(poolName: string, count: number): Promise<void> {
    return this.queue.run(async () => {
      const pool = this.find(poolName);
      if (pool !== undefined && pool.instances.length < count) {
        await this.resize(pool, count);
      }
    });
  }

  /** Drains and removes one node. When it cannot be drained in time it is opened again. @throws DrainTimeoutError */
  removeNode(poolName: string, name: string, drainMilliseconds: number): Promise<void> {
    return this.queue.run(async () => {
      const pool = this.find(poolName);
      const leaving = pool?.instances.filter((instance) => this.nameOf(pool.spec, instance) === name) ?? [];
      if (pool === undefined || leaving.length === 0) {
        return;
      }
      try {
        await this.retire(pool, leaving, drainMilliseconds);
      } catch (error) {
        await this.options.fleet.uncordon(name);
        throw error;
      }
    });
  }

  /** Names of the pool's nodes. */
  nodeNames(pool: PoolState): string[] {
    return pool.instances.map((instance) => this.nameOf(pool.spec, instance));
  }

  private find(poolName: string): PoolState | undefined {
    return this.options.state.pools.find(({ spec }) => spec.name === poolName);
  }

  private add(spec: NodePoolSpec): PoolState {
    const pool: PoolState = { spec, instances: [], nextInstance: 0 };
    this.options.state.pools.push(pool);
    return pool;
  }

  /** Gives the pool so many machines: new ones come at the end, and the newest go first. */
  private async resize(pool: PoolState, count: number): Promise<void> {
    const added: NodeInstance[] = [];
    while (pool.instances.length < count) {
      const instance = this.newInstance(pool);
      pool.instances.push(instance);
      added.push(instance);
    }
    this.options.save();
    await Promise.all(added.map((instance) => this.host(pool.spec, instance)));
    await this.retire(pool, pool.instances.slice(count), this.drainMilliseconds(pool));
  }

  /**
   * Gives every node the new image, one after the other, with one extra node meanwhile for the pods that have to move
   * (aks-docs upgrade-aks-cluster.md: cordon, drain, reimage, with a buffer node).
   */
  private async upgrade(pool: PoolState, before: NodePoolSpec): Promise<void> {
    const { client, fleet } = this.options;
    const nodes = [...pool.instances];
    const buffer = this.newInstance(pool);
    pool.instances.push(buffer);
    this.options.save();
    await this.host(pool.spec, buffer);
    for (const instance of nodes) {
      const name = this.nameOf(pool.spec, instance);
      await fleet.cordon(name);
      await drainNode({ client, nodeName: name, timeoutMilliseconds: this.drainMilliseconds(pool) });
      await this.host(pool.spec, instance, before);
      await fleet.uncordon(name);
    }
    await this.retire(pool, [buffer], this.drainMilliseconds(pool));
  }

  /** Cordons all, drains them side by side, and removes them when all are empty. */
  private async retire(pool: PoolState, leaving: readonly NodeInstance[], timeoutMilliseconds: number): Promise<void> {
    const { client, fleet, kubelet } = this.options;
    const names = leaving.map((instance) => this.nameOf(pool.spec, instance));
    await Promise.all(names.map((name) => fleet.cordon(name)));
    await Promise.all(names.map((name) => drainNode({ client, nodeName: name, timeoutMilliseconds })));
    for (const name of names) {
      await fleet.remove(name);
      await kubelet.abandon(name);
    }
    pool.instances = pool.instances.filter((instance) => !leaving.includes(instance));
    this.options.save();
  }

  private newInstance(pool: PoolState): NodeInstance {
    const taken = new Set(
      this.options.state.pools.flatMap(({ instances }) => instances.map((one) => one.addressIndex)),
    );
    let addressIndex = 0;
    while (taken.has(addressIndex)) {
      addressIndex += 1;
    }
    const { zones } = pool.spec;
    const instance = pool.nextInstance;
    pool.nextInstance += 1;
    return { instance, addressIndex, zone: zones[instance % zones.length], createdAt: Date.now() };
  }

  private async hostAll(pool: PoolState, before: NodePoolSpec = pool.spec): Promise<void> {
    await Promise.all(pool.instances.map((instance) => this.host(pool.spec, instance, before)));
  }

  private async host(spec: NodePoolSpec, instance: NodeInstance, before: NodePoolSpec = spec): Promise<void> {
    const { fleet, kubelet, kubeletPort, state } = this.options;
    const surroundings = { cluster: state.spec, suffix: state.nodePoolSuffix, kubeletPort };
    const object = (pool: NodePoolSpec) => nodeObject(surroundings, pool, instance);
    const node = await fleet.put(object(spec), object(before));
    kubelet.host(node, nodeAddress(instance), instance.addressIndex);
  }

  private nameOf(spec: NodePoolSpec, { instance }: NodeInstance): string {
    return nodeName(spec, this.options.state.nodePoolSuffix, instance);
  }

  private drainMilliseconds({ spec }: PoolState): number {
    return spec.drainTimeoutMinutes * this.options.minuteMilliseconds;
  }
}

/** The autoscaler's number counts, within the pool's bounds, where it looks after the pool. */
function wantedCount({ spec, instances }: PoolState): number {
  const { autoscaling, count } = spec;
  return autoscaling === undefined
    ? count
    : Math.min(Math.max(instances.length, autoscaling.minCount), autoscaling.maxCount);
}

function needsNewImage(before: NodePoolSpec, after: NodePoolSpec): boolean {
  return before.kubernetesVersion !== after.kubernetesVersion || before.nodeImageVersion !== after.nodeImageVersion;
}
