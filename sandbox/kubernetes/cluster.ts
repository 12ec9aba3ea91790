import { rmSync } from "node:fs";
import type { StateFile } from "../stateFile";
import type { ClusterEndpoint, ClusterSpec, NodePoolSpec } from "./clusterRuntime";
import type { ClusterState, PoolState } from "./clusterState";
import { startControlPlane, type ControlPlane, type ControlPlaneTools } from "./controlPlane/controlPlane";
import { drainNode } from "./drain";
import type { ContainerRunner } from "./kubelet/containerRunner";
import { Kubelet } from "./kubelet/kubelet";
import { NodeFleet } from "./nodes/nodeFleet";
import { nodeName } from "./nodes/nodeNames";
import { nodeAddress, nodeObject, type NodeInstance } from "./nodes/nodeObject";
import { PodStore } from "./podStore";

export interface ClusterOptions {
  readonly directory: string;
  readonly tools: ControlPlaneTools;
  readonly runner: ContainerRunner;
  readonly restartBackoffMilliseconds: number;
  readonly minuteMilliseconds: number;
  readonly log: (line: string) => void;
}

/** One cluster: its state, and while it runs its control plane and its nodes. */
export class Cluster {
  private running: RunningCluster | undefined;

  constructor(
    readonly state: ClusterState,
    private readonly file: StateFile<ClusterState>,
    private readonly options: ClusterOptions,
  ) {}

  async start(spec: ClusterSpec): Promise<ClusterEndpoint> {
    const changed = JSON.stringify(this.state.spec) !== JSON.stringify(spec);
    if (this.running !== undefined && !changed) {
      return this.running.plane.endpoint;
    }
    await this.stop();
    this.state.spec = spec;
    this.save();
    this.running = await startCluster(this.state, this.options);
    await Promise.all(this.state.pools.map((pool) => this.syncNodes(pool)));
    return this.running.plane.endpoint;
  }

  async stop(): Promise<void> {
    const running = this.running;
    this.running = undefined;
    await running?.stop();
  }

  async delete(): Promise<void> {
    await this.stop();
    rmSync(this.options.directory, { recursive: true, force: true });
  }

  async putPool(spec: NodePoolSpec): Promise<void> {
    const pool = this.pool(spec.name) ?? this.addPool(spec);
    const before = pool.spec;
    pool.spec = spec;
    await this.resize(pool, spec.count);
    await this.syncNodes(pool, before);
  }

  async deletePool(name: string): Promise<void> {
    const pool = this.pool(name);
    if (pool === undefined) {
      return;
    }
    await this.removeInstances(pool, pool.instances);
    this.state.pools = this.state.pools.filter((other) => other !== pool);
    this.save();
  }

  pool(name: string): PoolState | undefined {
    return this.state.pools.find(({ spec }) => spec.name === name);
  }

  /** Process ids of the control plane; none while it is stopped. */
  get pids(): readonly number[] {
    return this.running?.plane.pids ?? [];
  }

  private addPool(spec: NodePoolSpec): PoolState {
    const pool: PoolState = { spec, instances: [], nextInstance: 0 };
    this.state.pools.push(pool);
    return pool;
  }

  /** Gives the pool so many machines: new ones are added at the end, and the newest go first. */
  private async resize(pool: PoolState, count: number): Promise<void> {
    while (pool.instances.length < count) {
      pool.instances.push(this.newInstance(pool));
    }
    this.save();
    await this.removeInstances(pool, pool.instances.slice(count));
  }

  private newInstance(pool: PoolState): NodeInstance {
    const taken = new Set(
      this.state.pools.flatMap(({ instances }) => instances.map(({ addressIndex }) => addressIndex)),
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

  private async syncNodes(pool: PoolState, before: NodePoolSpec = pool.spec): Promise<void> {
    const { fleet, kubelet } = this.mustRun();
    const { spec, nodePoolSuffix } = this.state;
    for (const instance of pool.instances) {
      const wanted = nodeObject(spec, pool.spec, nodePoolSuffix, instance);
      const node = await fleet.put(wanted, nodeObject(spec, before, nodePoolSuffix, instance));
      kubelet.host(node, nodeAddress(instance), instance.addressIndex);
    }
  }

  /** Cordons all, drains them side by side, and removes them when all are empty. */
  private async removeInstances(pool: PoolState, leaving: readonly NodeInstance[]): Promise<void> {
    if (leaving.length === 0) {
      return;
    }
    const { fleet, kubelet, plane } = this.mustRun();
    const timeoutMilliseconds = pool.spec.drainTimeoutMinutes * this.options.minuteMilliseconds;
    const names = leaving.map(({ instance }) => nodeName(pool.spec, this.state.nodePoolSuffix, instance));
    await Promise.all(names.map((name) => fleet.cordon(name)));
    await Promise.all(names.map((name) => drainNode({ client: plane.client, nodeName: name, timeoutMilliseconds })));
    for (const name of names) {
      kubelet.abandon(name);
      await fleet.remove(name);
    }
    pool.instances = pool.instances.filter((instance) => !leaving.includes(instance));
    this.save();
  }

  private mustRun(): RunningCluster {
    if (this.running === undefined) {
      throw new Error(`Cluster ${this.state.spec.name} is not running: start it first.`);
    }
    return this.running;
  }

  private save(): void {
    this.file.save(this.state);
  }
}

interface RunningCluster {
  readonly plane: ControlPlane;
  readonly fleet: NodeFleet;
  readonly kubelet: Kubelet;
  stop(): Promise<void>;
}

const DEFAULT_POD_CIDR = "10.244.0.0/16";

async function startCluster(state: ClusterState, options: ClusterOptions): Promise<RunningCluster> {
  const { spec } = state;
  const log = (line: string) => options.log(`${spec.name}: ${line}`);
  const plane = await startControlPlane({
    directory: options.directory,
    tools: options.tools,
    cluster: spec,
    apiServerPort: state.apiServerPort,
    tokens: state.tokens,
    log,
  });
  const pods = new PodStore(plane.client);
  const fleet = new NodeFleet(plane.client, log);
  const kubelet = new Kubelet({
    client: plane.client,
    pods,
    runner: options.runner,
    podNetwork: (spec.podCidr === "" ? DEFAULT_POD_CIDR : spec.podCidr).replace(/\/.*/, ""),
    restartBackoffMilliseconds: options.restartBackoffMilliseconds,
    log,
  });
  await pods.start();
  return {
    plane,
    fleet,
    kubelet,
    stop: async () => {
      fleet.stop();
      kubelet.stop();
      await pods.stop();
      await plane.stop();
    },
  };
}
