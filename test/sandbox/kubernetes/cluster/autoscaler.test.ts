import assert from "node:assert/strict";
import type { V1PodSpec } from "@kubernetes/client-node";
import { eventually } from "../support/eventually";
import { createPod, newNamespace, untilEvent, untilPhase, windowsPlacement } from "../support/pods";
import { sharedCluster, type SharedCluster } from "../support/sharedCluster";
import { windowsPool } from "../support/specs";

describe("Autoscaler of a cluster", function () {
  this.timeout(120_000);
  let cluster: SharedCluster;
  let namespace: string;

  before(async () => {
    cluster = await sharedCluster();
    namespace = await newNamespace(cluster, "scaling");
  });

  after(() => cluster.core.deleteNamespace({ name: namespace }));

  const agent = (pool: string): Partial<V1PodSpec> => ({
    ...windowsPlacement(pool),
    containers: [
      {
        name: "main",
        image: "registry.example.com/agent:1",
        resources: { requests: { cpu: "2", memory: "4Gi" }, limits: { cpu: "2", memory: "4Gi" } },
      },
    ],
  });

  async function emptyPool(name: string, minCount = 0, maxCount = 2): Promise<void> {
    await cluster.putPool(windowsPool(name, 2022, { count: minCount, autoscaling: { minCount, maxCount } }));
  }

  function untilCount(pool: string, count: number): Promise<unknown> {
    return eventually(`pool ${pool} has ${count} nodes`, () =>
      Promise.resolve(cluster.runtime.nodeCount(cluster.id, pool) === count),
    );
  }

  it("F18: a pod with selector and toleration brings an empty Windows pool to life, and it empties again", async () => {
    await emptyPool("npup");
    await createPod(cluster, namespace, "wanted", agent("npup"));
    const message = await untilEvent(cluster, namespace, "wanted", "TriggeredScaleUp");
    assert.equal(message, "pod triggered scale-up: [{aksnpup 0->1 (max: 2)}]");
    await untilPhase(cluster, namespace, "wanted", "Running");
    await cluster.core.deleteNamespacedPod({ namespace, name: "wanted" });
    await untilCount("npup", 0);
    await cluster.runtime.deleteNodePool(cluster.id, "npup");
  });

  it("F19: a pod that selects node.kubernetes.io/windows-build does not bring an empty pool to life", async () => {
    await emptyPool("npbld");
    const placement = agent("npbld");
    await createPod(cluster, namespace, "by-build", {
      ...placement,
      nodeSelector: { ...placement.nodeSelector, "node.kubernetes.io/windows-build": "10.0.20348" },
    });
    const message = await untilEvent(cluster, namespace, "by-build", "NotTriggerScaleUp");
    assert.equal(message, "pod didn't trigger scale-up: 1 node(s) didn't match Pod's node affinity/selector");
    assert.equal(cluster.runtime.nodeCount(cluster.id, "npbld"), 0);
    await cluster.core.deleteNamespacedPod({ namespace, name: "by-build" });
    await cluster.runtime.deleteNodePool(cluster.id, "npbld");
  });

  it("F16: a pod that does not tolerate the pool's taint does not bring it to life", async () => {
    await emptyPool("nptol");
    await createPod(cluster, namespace, "intolerant", { ...agent("nptol"), tolerations: [] });
    const message = await untilEvent(cluster, namespace, "intolerant", "NotTriggerScaleUp");
    assert.match(message, /1 node\(s\) had untolerated taint\(s\)/);
    await cluster.core.deleteNamespacedPod({ namespace, name: "intolerant" });
    await cluster.runtime.deleteNodePool(cluster.id, "nptol");
  });

  it("adds as many nodes as the pods need, up to the maximum", async () => {
    await emptyPool("npmax", 0, 2);
    // Of four cores of a Standard_D4s_v5, 140 millicores are reserved: one such pod a node.
    for (const name of ["one", "two", "three"]) {
      await createPod(cluster, namespace, name, agent("npmax"));
    }
    await untilCount("npmax", 2);
    const messages = await Promise.race(
      ["one", "two", "three"].map((name) => untilEvent(cluster, namespace, name, "NotTriggerScaleUp")),
    );
    assert.match(messages, /1 max node group size reached/);
    assert.equal(cluster.runtime.nodeCount(cluster.id, "npmax"), 2);
    for (const name of ["one", "two", "three"]) {
      await cluster.core.deleteNamespacedPod({ namespace, name });
    }
    await untilCount("npmax", 0);
    await cluster.runtime.deleteNodePool(cluster.id, "npmax");
  });

  it('F38: a pod with safe-to-evict "false" keeps its node, one on the Deployment alone does not', async () => {
    await emptyPool("npsafe");
    const annotations = { "cluster-autoscaler.kubernetes.io/safe-to-evict": "false" };
    const template = { metadata: { labels: { app: "safe" }, annotations }, spec: agent("npsafe") as V1PodSpec };
    await cluster.apps.createNamespacedDeployment({
      namespace,
      body: { metadata: { name: "safe" }, spec: { selector: { matchLabels: { app: "safe" } }, template } },
    });
    await eventually("the protected pod runs", async () => {
      const { status } = await cluster.apps.readNamespacedDeployment({ namespace, name: "safe" });
      return status?.readyReplicas === 1;
    });
    // A second node comes for a pod that leaves again: only the unprotected node goes.
    await createPod(cluster, namespace, "passing", agent("npsafe"));
    await untilPhase(cluster, namespace, "passing", "Running");
    await untilCount("npsafe", 2);
    await cluster.core.deleteNamespacedPod({ namespace, name: "passing" });
    await untilCount("npsafe", 1);
    const { items } = await cluster.core.listNamespacedPod({ namespace, labelSelector: "app=safe" });
    assert.deepEqual(
      items.map(({ spec, status }) => [spec?.nodeName, status?.phase]),
      [["aksnpsafe000000", "Running"]],
    );
    await cluster.apps.deleteNamespacedDeployment({ namespace, name: "safe" });
    await untilCount("npsafe", 0);
    await cluster.runtime.deleteNodePool(cluster.id, "npsafe");
  });

  it("keeps the minimum, and a pool's update does not undo the autoscaler's number", async () => {
    await emptyPool("npmin", 1, 3);
    await untilCount("npmin", 1);
    await cluster.putPool(windowsPool("npmin", 2022, { count: 1, autoscaling: { minCount: 2, maxCount: 3 } }));
    await untilCount("npmin", 2);
    await cluster.putPool(
      windowsPool("npmin", 2022, { count: 1, autoscaling: { minCount: 2, maxCount: 3 }, labels: { new: "label" } }),
    );
    assert.equal(cluster.runtime.nodeCount(cluster.id, "npmin"), 2);
    await cluster.runtime.deleteNodePool(cluster.id, "npmin");
  });
});
