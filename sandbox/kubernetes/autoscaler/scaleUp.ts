import type { V1Pod } from "@kubernetes/client-node";
import type { SchedulingNode } from "../scheduling/schedulingNode";

/** A pool that the autoscaler may enlarge. */
export interface GrowingPool {
  readonly poolName: string;
  /** For messages: the scale set's name. */
  readonly nodeGroup: string;
  readonly count: number;
  readonly maxCount: number;
  /** Imagines one more node of the pool. */
  readonly template: () => SchedulingNode;
}

export interface PoolGrowth {
  readonly poolName: string;
  readonly nodeGroup: string;
  readonly from: number;
  readonly to: number;
  readonly maxCount: number;
}

export interface ScaleUpPlan {
  readonly growth: readonly PoolGrowth[];
  /** Pods that made a pool grow. */
  readonly triggered: readonly V1Pod[];
  /** Pods that have room on the nodes which are there: the scheduler is about to place them. */
  readonly expected: readonly V1Pod[];
  /** Pods that no pool can take, with the reasons counted over the pools. */
  readonly refused: readonly { readonly pod: V1Pod; readonly reasons: ReadonlyMap<string, number> }[];
}

const AT_MAXIMUM = "max node group size reached";

/**
 * Decides how many nodes each pool needs so that the pending pods can be placed: first on what is there, then on nodes already
 * decided on, then on one more node of the first pool that fits. (AKS's default expander picks a fitting pool at random.)
 */
export function planScaleUp(
  pending: readonly V1Pod[],
  nodes: readonly SchedulingNode[],
  pools: readonly GrowingPool[],
): ScaleUpPlan {
  const available = [...nodes];
  const added = new Map<string, number>();
  const triggered: V1Pod[] = [];
  const expected: V1Pod[] = [];
  const refused: { pod: V1Pod; reasons: ReadonlyMap<string, number> }[] = [];

  for (const pod of pending) {
    const home = available.find((node) => node.misfit(pod) === undefined);
    if (home !== undefined) {
      home.place(pod);
      (nodes.includes(home) ? expected : triggered).push(pod);
      continue;
    }
    const offers = pools.map((pool) => offer(pool, added.get(pool.poolName) ?? 0, pod));
    const chosen = offers.find(({ misfit }) => misfit === undefined);
    if (chosen === undefined) {
      refused.push({ pod, reasons: countReasons(offers.map(({ misfit }) => misfit ?? "")) });
      continue;
    }
    chosen.node.place(pod);
    available.push(chosen.node);
    added.set(chosen.poolName, (added.get(chosen.poolName) ?? 0) + 1);
    triggered.push(pod);
  }
  return { growth: growthOf(pools, added), triggered, expected, refused };
}

function offer(
  pool: GrowingPool,
  alreadyAdded: number,
  pod: V1Pod,
): { poolName: string; node: SchedulingNode; misfit: string | undefined } {
  const node = pool.template();
  const isFull = pool.count + alreadyAdded >= pool.maxCount;
  return { poolName: pool.poolName, node, misfit: isFull ? AT_MAXIMUM : node.misfit(pod) };
}

function countReasons(reasons: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const reason of reasons) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}

function growthOf(pools: readonly GrowingPool[], added: ReadonlyMap<string, number>): PoolGrowth[] {
  return pools.flatMap(({ poolName, nodeGroup, count, maxCount }) => {
    const more = added.get(poolName) ?? 0;
    return more === 0 ? [] : [{ poolName, nodeGroup, from: count, to: count + more, maxCount }];
  });
}
