import type { V1Node, V1Pod } from "@kubernetes/client-node";
import type { ApiClient } from "../apiClient";
import type { ClusterState, PoolState } from "../clusterState";
import { errorText } from "../errorText";
import { EventRecorder, podTarget } from "../kubelet/eventRecorder";
import { scaleSetName } from "../nodes/nodeNames";
import type { NodePools } from "../nodes/nodePools";
import type { PodStore } from "../podStore";
import { SchedulingNode } from "../scheduling/schedulingNode";
import { parseResources } from "../scheduling/resources";
import { emptyPoolTemplate } from "./poolTemplate";
import { isUnneeded, type OccupiedNode } from "./scaleDown";
import { planScaleUp, type GrowingPool, type ScaleUpPlan } from "./scaleUp";

/** The autoscaler's pace. The names are those of AKS's autoscaler profile (aks-docs cluster-autoscaler.md 2026-07-30). */
export interface AutoscalerPace {
  /** AKS: 10 s. */
  readonly scanIntervalMilliseconds: number;
  /** How long a node must have been unneeded before it goes. AKS: 10 minutes. */
  readonly scaleDownUnneededMilliseconds: number;
  /** How long after it has added a node the autoscaler removes none. AKS: 10 minutes. */
  readonly scaleDownDelayAfterAddMilliseconds: number;
  /** How long the pods of a node that goes have to end. AKS: 600 s. */
  readonly maxGracefulTerminationMilliseconds: number;
  /** How long a node must have been there to serve as the pattern of the next one. The real autoscaler: one minute. */
  readonly patternStabilizationMilliseconds: number;
}

export interface AutoscalerOptions {
  readonly state: ClusterState;
  readonly client: ApiClient;
  readonly pods: PodStore;
  readonly pools: NodePools;
  readonly pace: AutoscalerPace;
  readonly log: (line: string) => void;
}

/** Does to a cluster's pools what the cluster autoscaler does on AKS. */
export class Autoscaler {
  private readonly events: EventRecorder;
  private readonly timer: NodeJS.Timeout;
  private readonly unneededSince = new Map<string, number>();
  /** What each pod that got no node was told last, by uid. */
  private readonly told = new Map<string, string>();
  private lastGrowth = -Infinity;
  private scanning: Promise<void> | undefined;
  private stopped = false;

  constructor(private readonly options: AutoscalerOptions) {
    this.events = new EventRecorder(options.client, "cluster-autoscaler");
    this.timer = setInterval(() => {
      this.scanning ??= this.scan().finally(() => {
        this.scanning = undefined;
      });
    }, options.pace.scanIntervalMilliseconds);
    this.timer.unref();
  }

  /** Takes effect at once; a change already begun is not awaited. */
  stop(): void {
    this.stopped = true;
    clearInterval(this.timer);
  }

  private async scan(): Promise<void> {
    const pools = this.options.state.pools.filter(({ spec }) => spec.autoscaling !== undefined);
    if (pools.length === 0) {
      return;
    }
    try {
      await this.enforceMinimum(pools);
      const pending = this.options.pods.pods().filter(isUnschedulable);
      const mayShrink = pools.some(({ spec, instances }) => instances.length > (spec.autoscaling?.minCount ?? 0));
      if (pending.length === 0 && !mayShrink) {
        return;
      }
      const { items: nodes } = await this.options.client.core.listNode();
      const plan = await this.scaleUp(pools, pending, nodes);
      // A node that a pod is about to be placed on only looks empty.
      if (plan.growth.length === 0 && plan.expected.length === 0) {
        await this.scaleDown(pools, nodes);
      }
    } catch (error) {
      if (!this.stopped) {
        this.options.log(`autoscaler: ${errorText(error)}`);
      }
    }
  }

  private async enforceMinimum(pools: readonly PoolState[]): Promise<void> {
    for (const { spec, instances } of pools) {
      const minimum = spec.autoscaling?.minCount ?? 0;
      if (instances.length < minimum) {
        await this.options.pools.grow(spec.name, minimum);
      }
    }
  }

  private async scaleUp(pools: readonly PoolState[], pending: V1Pod[], nodes: readonly V1Node[]): Promise<ScaleUpPlan> {
    const existing = nodes.map((node) => SchedulingNode.of(node, this.podsOn(node)));
    const plan = planScaleUp(
      pending,
      existing,
      pools.map((pool) => this.growingPool(pool, nodes)),
    );
    this.explain(plan);
    for (const { poolName, to } of plan.growth) {
      this.lastGrowth = Date.now();
      await this.options.pools.grow(poolName, to);
    }
    return plan;
  }

  private growingPool(pool: PoolState, nodes: readonly V1Node[]): GrowingPool {
    const { spec, instances } = pool;
    const nodeGroup = scaleSetName(spec, this.options.state.nodePoolSuffix);
    const pattern = this.pattern(pool, nodes);
    return {
      poolName: spec.name,
      nodeGroup,
      count: instances.length,
      maxCount: spec.autoscaling?.maxCount ?? instances.length,
      template: () =>
        pattern === undefined
          ? emptyPoolTemplate(this.options.state.spec, spec, `${nodeGroup}-template`)
          : copyOf(pattern, `${nodeGroup}-template`),
    };
  }

  /**
   * A node of the pool to imagine the next one from. Only a pool without a settled node falls back to the empty pool's
   * template. (The real autoscaler also remembers nodes of the past, as long as it is not restarted.)
   */
  private pattern(pool: PoolState, nodes: readonly V1Node[]): V1Node | undefined {
    const names = new Set(this.options.pools.nodeNames(pool));
    const settled = Date.now() - this.options.pace.patternStabilizationMilliseconds;
    return nodes.find(
      ({ metadata, spec }) =>
        names.has(metadata?.name ?? "") &&
        spec?.unschedulable !== true &&
        new Date(metadata?.creationTimestamp ?? Date.now()).getTime() <= settled,
    );
  }

  /** Pods without hope hear of it only in a round in which no pool grows, and once per reason. */
  private explain({ growth, triggered, refused }: ScaleUpPlan): void {
    const groups = growth.map(
      ({ nodeGroup, from, to, maxCount }) => `{${nodeGroup} ${from}->${to} (max: ${maxCount})}`,
    );
    for (const pod of triggered) {
      const message = `pod triggered scale-up: [${groups.join(" ")}]`;
      this.events.record(podTarget(pod), "Normal", "TriggeredScaleUp", message);
    }
    if (growth.length > 0) {
      return;
    }
    for (const { pod, reasons } of refused) {
      const counted = [...reasons].map(([reason, count]) => `${count} ${reason}`);
      const message = `pod didn't trigger scale-up: ${counted.join(", ")}`;
      const uid = pod.metadata?.uid ?? "";
      if (this.told.get(uid) !== message) {
        this.told.set(uid, message);
        this.events.record(podTarget(pod), "Normal", "NotTriggerScaleUp", message);
      }
    }
  }

  private async scaleDown(pools: readonly PoolState[], nodes: readonly V1Node[]): Promise<void> {
    const { pace } = this.options;
    const occupied: OccupiedNode[] = nodes.map((node) => ({ node, pods: this.podsOn(node) }));
    const now = Date.now();
    for (const pool of pools) {
      const names = new Set(this.options.pools.nodeNames(pool));
      for (const candidate of occupied.filter(({ node }) => names.has(node.metadata?.name ?? ""))) {
        const name = candidate.node.metadata?.name ?? "";
        if (
          !isUnneeded(
            candidate,
            occupied.filter((other) => other !== candidate),
          )
        ) {
          this.unneededSince.delete(name);
          continue;
        }
        const since = this.unneededSince.get(name) ?? now;
        this.unneededSince.set(name, since);
        const isDue =
          now - since >= pace.scaleDownUnneededMilliseconds &&
          now - this.lastGrowth >= pace.scaleDownDelayAfterAddMilliseconds &&
          pool.instances.length > (pool.spec.autoscaling?.minCount ?? 0);
        if (isDue) {
          this.unneededSince.delete(name);
          await this.options.pools.removeNode(pool.spec.name, name, pace.maxGracefulTerminationMilliseconds);
          // The picture of the cluster is old now: the next round decides about the next node.
          return;
        }
      }
    }
  }

  private podsOn(node: V1Node): V1Pod[] {
    return this.options.pods.pods().filter(({ spec }) => spec?.nodeName === node.metadata?.name);
  }
}

function isUnschedulable({ metadata, spec, status }: V1Pod): boolean {
  return (
    spec?.nodeName === undefined &&
    metadata?.deletionTimestamp === undefined &&
    status?.conditions?.some(({ type, reason }) => type === "PodScheduled" && reason === "Unschedulable") === true
  );
}

function copyOf(pattern: V1Node, name: string): SchedulingNode {
  const labels = { ...pattern.metadata?.labels, "kubernetes.io/hostname": name };
  const taints = (pattern.spec?.taints ?? []).filter(({ key }) => !key.startsWith("node.kubernetes.io/"));
  return new SchedulingNode(name, labels, taints, parseResources(pattern.status?.allocatable));
}
