import assert from "node:assert/strict";
import { createPod, newNamespace, removeNamespace, untilEvent, untilPhase, windowsPlacement } from "../support/pods";
import { eventually } from "../support/eventually";
import { refusal } from "../support/refusal";
import { sharedCluster, type SharedCluster } from "../support/sharedCluster";
import { windowsPool } from "../support/specs";

describe("Pods on simulated nodes", function () {
  this.timeout(120_000);
  let cluster: SharedCluster;
  let namespace: string;

  before(async () => {
    cluster = await sharedCluster();
    namespace = await newNamespace(cluster, "pods");
    await cluster.putPool(windowsPool("npw", 2022));
    await cluster.node.createRuntimeClass({
      body: {
        metadata: { name: "windows-2022" },
        handler: "runhcs-wcow-process",
        scheduling: {
          nodeSelector: { "kubernetes.io/os": "windows", "node.kubernetes.io/windows-build": "10.0.20348" },
          tolerations: [{ key: "os", operator: "Equal", value: "windows", effect: "NoSchedule" }],
        },
      },
    });
  });

  after(async () => {
    await removeNamespace(cluster, namespace);
    await cluster.node.deleteRuntimeClass({ name: "windows-2022" });
    await cluster.runtime.deleteNodePool(cluster.id, "npw");
  });

  it("F18: a Windows Deployment with selector, toleration and RuntimeClass becomes Ready on its pool's node", async () => {
    const labels = { app: "agent" };
    await cluster.apps.createNamespacedDeployment({
      namespace,
      body: {
        metadata: { name: "agent" },
        spec: {
          replicas: 2,
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: {
              ...windowsPlacement("npw"),
              runtimeClassName: "windows-2022",
              containers: [{ name: "agent", image: "registry.example.com/agents/windows2022:1" }],
            },
          },
        },
      },
    });
    await eventually("the Deployment is Ready", async () => {
      const { status } = await cluster.apps.readNamespacedDeployment({ namespace, name: "agent" });
      return status?.readyReplicas === 2;
    });
    const { items } = await cluster.core.listNamespacedPod({ namespace, labelSelector: "app=agent" });
    assert.deepEqual(
      items.map(({ spec }) => spec?.nodeName),
      ["aksnpw000000", "aksnpw000000"],
    );
    assert.notEqual(items[0]?.status?.podIP, items[1]?.status?.podIP);
  });

  it("F14: a pod that contradicts its RuntimeClass is refused", async () => {
    const { code, message } = await refusal(
      createPod(cluster, namespace, "conflict", {
        runtimeClassName: "windows-2022",
        nodeSelector: { "node.kubernetes.io/windows-build": "10.0.17763" },
      }),
    );
    assert.equal(code, 403);
    assert.match(message, /conflict/);
  });

  it("F14: a pod with a RuntimeClass that does not exist is refused", async () => {
    const { code, message } = await refusal(
      createPod(cluster, namespace, "missing", { runtimeClassName: "runhcs-wcow-process" }),
    );
    assert.equal(code, 403);
    assert.match(message, /RuntimeClass "runhcs-wcow-process" not found/);
  });

  const linuxFields = [
    { field: "fsGroup", spec: { securityContext: { fsGroup: 0 } } },
    { field: "runAsUser", spec: { securityContext: { runAsUser: 1000 } } },
    { field: "seccompProfile", spec: { securityContext: { seccompProfile: { type: "RuntimeDefault" } } } },
  ];
  for (const { field, spec } of linuxFields) {
    it(`F21: a Windows pod with ${field} is refused`, async () => {
      const { code, message } = await refusal(
        createPod(cluster, namespace, "linux-fields", { ...windowsPlacement("npw"), ...spec }),
      );
      assert.equal(code, 422);
      assert.match(message, new RegExp(field));
    });
  }

  it("a pod of another operating system, bound to a node by force, fails as a kubelet lets it fail", async () => {
    await createPod(cluster, namespace, "wrong-os", { os: { name: "linux" }, nodeName: "aksnpw000000" });
    const { status } = await untilPhase(cluster, namespace, "wrong-os", "Failed");
    assert.equal(status?.reason, "PodOSNotSupported");
  });

  it("F01: an ltsc2025 base image cannot be pulled on a Windows Server 2022 node", async () => {
    await createPod(cluster, namespace, "newer-image", {
      ...windowsPlacement("npw"),
      containers: [{ name: "main", image: "mcr.microsoft.com/windows/servercore:ltsc2025" }],
    });
    const reason = await eventually("the container waits", async () => {
      const { status } = await cluster.core.readNamespacedPod({ namespace, name: "newer-image" });
      const waiting = status?.containerStatuses?.[0]?.state?.waiting?.reason;
      return waiting === "ErrImagePull" && waiting;
    });
    assert.equal(reason, "ErrImagePull");
  });

  it("tells the story of a pod in events", async () => {
    await createPod(cluster, namespace, "story", {
      nodeSelector: { "kubernetes.azure.com/agentpool": "system" },
      // One that no node has pulled yet.
      containers: [{ name: "main", image: "registry.example.com/story:1" }],
    });
    for (const reason of ["Scheduled", "Pulling", "Pulled", "Created", "Started"]) {
      await untilEvent(cluster, namespace, "story", reason);
    }
    await cluster.core.deleteNamespacedPod({ namespace, name: "story" });
    await untilEvent(cluster, namespace, "story", "Killing");
    await eventually("the pod is gone", async () => {
      const { items } = await cluster.core.listNamespacedPod({ namespace, fieldSelector: "metadata.name=story" });
      return items.length === 0;
    });
  });

  it("answers for the logs of a container that they are simulated", async () => {
    await createPod(cluster, namespace, "silent", {});
    await untilPhase(cluster, namespace, "silent", "Running");
    assert.match(await cluster.core.readNamespacedPodLog({ namespace, name: "silent" }), /simulates this container/);
  });

  it("runs init containers before the others", async () => {
    const container = { name: "main", image: "registry.example.com/agent:1" };
    await createPod(cluster, namespace, "prepared", {
      initContainers: [{ ...container, name: "fetch" }],
      containers: [container],
    });
    const { status } = await untilPhase(cluster, namespace, "prepared", "Running");
    assert.equal(status?.initContainerStatuses?.[0]?.state?.terminated?.reason, "Completed");
    assert.equal(status?.conditions?.find(({ type }) => type === "Ready")?.status, "True");
  });

  it("a pod waits for a Secret that it mounts", async () => {
    await createPod(cluster, namespace, "patient", {
      volumes: [{ name: "token", secret: { secretName: "late" } }],
    });
    const message = await untilEvent(cluster, namespace, "patient", "FailedMount");
    assert.match(message, /secret "late" not found/);
    await cluster.core.createNamespacedSecret({ namespace, body: { metadata: { name: "late" } } });
    await untilPhase(cluster, namespace, "patient", "Running");
  });

  it("a Job whose command ends is completed, and one that does not goes on", async () => {
    const job = (name: string, command?: string[]) =>
      cluster.batch.createNamespacedJob({
        namespace,
        body: {
          metadata: { name },
          spec: {
            template: {
              spec: {
                restartPolicy: "Never",
                containers: [{ name: "main", image: "registry.example.com/x:1", command }],
              },
            },
          },
        },
      });
    await job("short", ["/bin/sh", "-c", "exit 0"]);
    await job("long");
    await eventually("the short Job is complete", async () => {
      const { status } = await cluster.batch.readNamespacedJob({ namespace, name: "short" });
      return status?.succeeded === 1;
    });
    const { status } = await eventually("the long Job is ready", async () => {
      const found = await cluster.batch.readNamespacedJob({ namespace, name: "long" });
      return found.status?.ready === 1 && found;
    });
    assert.equal(status?.active, 1);
  });

  it("a container that fails is started again, and counted", async () => {
    await createPod(cluster, namespace, "unstable", {
      containers: [{ name: "main", image: "registry.example.com/x:1", command: ["sh", "-c", "exit 3"] }],
    });
    const status = await eventually("the container was restarted", async () => {
      const pod = await cluster.core.readNamespacedPod({ namespace, name: "unstable" });
      const [container] = pod.status?.containerStatuses ?? [];
      return (container?.restartCount ?? 0) > 1 && container;
    });
    assert.equal(status.lastState?.terminated?.exitCode, 3);
  });

  it("a pod with an own deadline fails when it is over", async () => {
    await createPod(cluster, namespace, "dated", { activeDeadlineSeconds: 1 });
    const { status } = await untilPhase(cluster, namespace, "dated", "Failed");
    assert.equal(status?.reason, "DeadlineExceeded");
  });
});
