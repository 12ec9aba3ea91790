import assert from "node:assert/strict";
import type { V1PodSpec } from "@kubernetes/client-node";
import { eventually } from "../support/eventually";
import { newNamespace } from "../support/pods";
import { sharedCluster, type SharedCluster } from "../support/sharedCluster";
import { linuxPool } from "../support/specs";

describe("Removal of a node pool", function () {
  this.timeout(120_000);
  let cluster: SharedCluster;
  let namespace: string;

  before(async () => {
    cluster = await sharedCluster();
    namespace = await newNamespace(cluster, "drain");
  });

  after(() => cluster.core.deleteNamespace({ name: namespace }));

  const labels = { app: "agent" };
  const onPool = (pool: string): V1PodSpec => ({
    nodeSelector: { "kubernetes.azure.com/agentpool": pool },
    containers: [{ name: "main", image: "registry.example.com/agent:1" }],
  });

  async function deployAgents(name: string, replicas: number, spec: V1PodSpec): Promise<void> {
    await cluster.apps.createNamespacedDeployment({
      namespace,
      body: {
        metadata: { name },
        spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
      },
    });
    await eventually(`${name} is Ready`, async () => {
      const { status } = await cluster.apps.readNamespacedDeployment({ namespace, name });
      return status?.readyReplicas === replicas;
    });
  }

  async function protectAgents(maxUnavailable: number): Promise<void> {
    await cluster.policy.createNamespacedPodDisruptionBudget({
      namespace,
      body: { metadata: { name: "agents" }, spec: { maxUnavailable, selector: { matchLabels: labels } } },
    });
    await eventually("the budget is observed", async () => {
      const { status } = await cluster.policy.readNamespacedPodDisruptionBudget({ namespace, name: "agents" });
      return status?.disruptionsAllowed === maxUnavailable;
    });
  }

  it("evicts one pod after the other when the budget allows one", async () => {
    await cluster.putPool(linuxPool("budget", { count: 1 }));
    await cluster.putPool(linuxPool("other", { count: 1 }));
    const { nodeSelector, ...anywhere } = onPool("budget");
    const affinity = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            {
              matchExpressions: [
                { key: "kubernetes.azure.com/agentpool", operator: "In", values: ["budget", "other"] },
              ],
            },
          ],
        },
      },
    };
    await deployAgents("agents", 3, { ...anywhere, affinity });
    await protectAgents(1);
    await cluster.runtime.deleteNodePool(cluster.id, "budget");

    const { items } = await cluster.core.listNamespacedPod({ namespace, labelSelector: "app=agent" });
    const nodes = items
      .filter(({ metadata }) => metadata?.deletionTimestamp === undefined)
      .map(({ spec }) => spec?.nodeName ?? "");
    assert.ok(nodes.every((name) => name.startsWith("aks-other-")));
    assert.equal(nodeSelector?.["kubernetes.azure.com/agentpool"], "budget");
    await cluster.policy.deleteNamespacedPodDisruptionBudget({ namespace, name: "agents" });
    await cluster.apps.deleteNamespacedDeployment({ namespace, name: "agents" });
    await cluster.runtime.deleteNodePool(cluster.id, "other");
  });

  it("F81: fails at the drain time-out when a budget allows nothing, and leaves the pods running", async () => {
    const pool = linuxPool("stuck", { drainTimeoutMinutes: 5 });
    await cluster.putPool(pool);
    await deployAgents("stuck", 1, onPool("stuck"));
    await protectAgents(0);
    await assert.rejects(cluster.runtime.deleteNodePool(cluster.id, "stuck"), { code: "PodDrainFailure" });
    const { status } = await cluster.apps.readNamespacedDeployment({ namespace, name: "stuck" });
    assert.equal(status?.readyReplicas, 1);
    assert.equal(cluster.runtime.nodeCount(cluster.id, "stuck"), 1);

    await cluster.policy.deleteNamespacedPodDisruptionBudget({ namespace, name: "agents" });
    await cluster.apps.deleteNamespacedDeployment({ namespace, name: "stuck" });
    await cluster.runtime.deleteNodePool(cluster.id, "stuck");
  });

  it("does not wait for DaemonSet pods", async () => {
    await cluster.putPool(linuxPool("daemons"));
    const template = { metadata: { labels }, spec: onPool("daemons") };
    await cluster.apps.createNamespacedDaemonSet({
      namespace,
      body: { metadata: { name: "daemon" }, spec: { selector: { matchLabels: labels }, template } },
    });
    await eventually("the DaemonSet is Ready", async () => {
      const { status } = await cluster.apps.readNamespacedDaemonSet({ namespace, name: "daemon" });
      return status?.numberReady === 1;
    });
    await cluster.runtime.deleteNodePool(cluster.id, "daemons");
    await eventually("its pod is gone", async () => {
      const { items } = await cluster.core.listNamespacedPod({ namespace, labelSelector: "app=agent" });
      return items.length === 0;
    });
    await cluster.apps.deleteNamespacedDaemonSet({ namespace, name: "daemon" });
  });
});
