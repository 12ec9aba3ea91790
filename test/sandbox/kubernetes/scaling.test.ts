import assert from "node:assert/strict";
import type { V1Node, V1ObjectMeta, V1Pod } from "@kubernetes/client-node";
import fc from "fast-check";
import { isUnneeded, type OccupiedNode } from "../../../sandbox/kubernetes/autoscaler/scaleDown";
import { planScaleUp, type GrowingPool } from "../../../sandbox/kubernetes/autoscaler/scaleUp";
import { SchedulingNode } from "../../../sandbox/kubernetes/scheduling/schedulingNode";

const allocatable = { cpu: 4, memory: 16 * 2 ** 30, pods: 110 };

function growing(poolName: string, maxCount: number, count = 0): GrowingPool {
  const template = () => new SchedulingNode(`${poolName}-template`, { pool: poolName }, [], allocatable);
  return { poolName, nodeGroup: `aks${poolName}`, count, maxCount, template };
}

function pending(pool: string, cpu: number): V1Pod {
  const containers = [{ name: "main", resources: { requests: { cpu: String(cpu) } } }];
  return { metadata: { uid: "1" }, spec: { nodeSelector: { pool }, containers } };
}

describe("Plan of the autoscaler", () => {
  it("grows the pool that the pods select, by what they need", () => {
    const { growth } = planScaleUp(
      [pending("b", 2), pending("b", 2), pending("b", 2)],
      [],
      [growing("a", 5), growing("b", 5)],
    );
    assert.deepEqual(
      growth.map(({ poolName, from, to }) => ({ poolName, from, to })),
      [{ poolName: "b", from: 0, to: 2 }],
    );
  });

  it("grows nothing for a pod that fits on a node which is there", () => {
    const node = new SchedulingNode("n", { pool: "a" }, [], allocatable);
    const { growth, refused, expected } = planScaleUp([pending("a", 4)], [node], [growing("a", 5, 1)]);
    assert.deepEqual({ growth, refused, expected: expected.length }, { growth: [], refused: [], expected: 1 });
  });

  it("counts for a hopeless pod why each pool is no help", () => {
    const { refused } = planScaleUp([pending("a", 8)], [], [growing("a", 5), growing("b", 5), growing("c", 0)]);
    assert.deepEqual(
      [...(refused[0]?.reasons ?? [])],
      [
        ["Insufficient cpu", 1],
        ["node(s) didn't match Pod's node affinity/selector", 1],
        ["max node group size reached", 1],
      ],
    );
  });

  it("never exceeds a maximum, and leaves no pod unexplained", () => {
    const cores = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(fc.array(cores), fc.integer({ min: 0, max: 4 }), (wanted, maxCount) => {
        const pods = wanted.map((cpu) => pending("a", cpu));
        const { growth, triggered, refused } = planScaleUp(pods, [], [growing("a", maxCount)]);
        assert.ok((growth[0]?.to ?? 0) <= maxCount);
        assert.equal(triggered.length + refused.length, pods.length);
      }),
    );
  });
});

describe("Need of a node", () => {
  const controller = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "r", uid: "1", controller: true };
  const replicated: V1ObjectMeta = { namespace: "agents", ownerReferences: [controller] };
  const verdict = (value: string): V1ObjectMeta => ({
    ...replicated,
    annotations: { "cluster-autoscaler.kubernetes.io/safe-to-evict": value },
  });

  function occupied(name: string, pods: V1Pod[]): OccupiedNode {
    const status = { allocatable: { cpu: "4", memory: "16Gi", pods: "110" } };
    const node: V1Node = { metadata: { name }, status };
    return { node, pods };
  }

  function running(metadata: V1ObjectMeta, cpu = "1", phase = "Running"): V1Pod {
    return { metadata, spec: { containers: [{ name: "main", resources: { requests: { cpu } } }] }, status: { phase } };
  }

  const elsewhere = [occupied("other", [])];
  const cases: [string, V1Pod[], OccupiedNode[], boolean][] = [
    ["is not needed when empty", [], [], true],
    ["is not needed for pods that have ended", [running({ namespace: "agents" }, "1", "Succeeded")], [], true],
    [
      "is not needed for a DaemonSet's pod",
      [running({ ownerReferences: [{ ...controller, kind: "DaemonSet" }] })],
      [],
      true,
    ],
    ["is not needed for a pod that has room elsewhere", [running(replicated)], elsewhere, true],
    ["is needed for a pod without room elsewhere", [running(replicated)], [], false],
    ['F38: is needed for a pod with safe-to-evict "false"', [running(verdict("false"))], elsewhere, false],
    ["is needed for a pod that nobody would make anew", [running({ namespace: "agents" })], elsewhere, false],
    [
      "is not needed for a lone pod that allows it",
      [running({ ...verdict("true"), ownerReferences: [] })],
      elsewhere,
      true,
    ],
    ["is needed for a pod of kube-system", [running({ ...replicated, namespace: "kube-system" })], elsewhere, false],
    ["is needed when half of it is in use", [running(replicated, "2")], elsewhere, false],
  ];
  for (const [name, pods, others, unneeded] of cases) {
    it(name, () => {
      assert.equal(isUnneeded(occupied("candidate", pods), others), unneeded);
    });
  }
});
