import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { kubectlFor, type Kubectl } from "../support/kubectl";
import { newNamespace, removeNamespace, untilEvent } from "../support/pods";
import { createScriptPod, untilContainer } from "../support/processPods";
import { eventually } from "../support/eventually";
import { sharedCluster, type SharedCluster } from "../support/sharedCluster";

describe("Probes of containers that run as processes", function () {
  this.timeout(120_000);
  let cluster: SharedCluster;
  let namespace: string;
  let kubectl: Kubectl;

  before(async () => {
    cluster = await sharedCluster();
    namespace = await newNamespace(cluster, "probes");
    kubectl = await kubectlFor(cluster, namespace);
  });

  after(async () => {
    await removeNamespace(cluster, namespace);
    kubectl.remove();
  });

  const exists = (file: string) => ({
    exec: { command: ["/bin/sh", "-c", `test -e ${file} || { echo no ${file}; false; }`] },
  });
  const spec = { terminationGracePeriodSeconds: 0 };

  function untilReady(name: string, wanted: "True" | "False"): Promise<unknown> {
    return eventually(`pod ${name} Ready ${wanted}`, async () => {
      const { status } = await cluster.core.readNamespacedPod({ namespace, name });
      const running = status?.containerStatuses?.[0]?.state?.running !== undefined;
      return running && status?.conditions?.find(({ type }) => type === "Ready")?.status === wanted;
    });
  }

  it("readiness decides whether container and pod are ready, there and back", async () => {
    const readinessProbe = { ...exists("ready"), periodSeconds: 2, timeoutSeconds: 20, failureThreshold: 1 };
    await createScriptPod(cluster, namespace, "ready", "exec sleep 600", { readinessProbe }, spec);
    await untilReady("ready", "False");
    assert.equal(await untilEvent(cluster, namespace, "ready", "Unhealthy"), "Readiness probe failed: no ready\n");
    await kubectl(["exec", "ready", "--", "touch", "ready"]);
    await untilReady("ready", "True");
    await kubectl(["exec", "ready", "--", "rm", "ready"]);
    await untilReady("ready", "False");
  });

  it("a container that fails its liveness probe is restarted", async () => {
    const livenessProbe = { ...exists("alive"), periodSeconds: 2, timeoutSeconds: 20, failureThreshold: 2 };
    const script = "exec sleep 600";
    await createScriptPod(cluster, namespace, "dead", script, { livenessProbe }, { ...spec, restartPolicy: "Always" });
    const status = await untilContainer(
      cluster,
      namespace,
      "dead",
      "was restarted",
      ({ restartCount }) => restartCount > 0,
    );
    assert.equal(status.lastState?.terminated?.exitCode, 137);
    assert.equal(
      await untilEvent(cluster, namespace, "dead", "Killing"),
      "Container main failed liveness probe, will be restarted",
    );
  });

  it("the startup probe holds the others back", async () => {
    const startupProbe = { ...exists("started"), periodSeconds: 1, timeoutSeconds: 20, failureThreshold: 1000 };
    const livenessProbe = { ...exists("started"), periodSeconds: 1, timeoutSeconds: 20, failureThreshold: 1 };
    const probes = { startupProbe, livenessProbe };
    await createScriptPod(cluster, namespace, "startup", "exec sleep 600", probes, spec);
    await untilEvent(cluster, namespace, "startup", "Unhealthy");
    const before = await untilContainer(
      cluster,
      namespace,
      "startup",
      "runs",
      ({ state }) => state?.running !== undefined,
    );
    assert.deepEqual([before.started, before.ready, before.restartCount], [false, false, 0]);
    await kubectl(["exec", "startup", "--", "touch", "started"]);
    const after = await untilContainer(cluster, namespace, "startup", "has started", ({ started }) => started);
    assert.deepEqual([after.ready, after.restartCount], [true, 0]);
  });

  it("a probe may ask a server by HTTP", async () => {
    let answer = 500;
    const server = createServer((_, response) => response.writeHead(answer).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const readinessProbe = { httpGet: { port, path: "/health" }, periodSeconds: 1, timeoutSeconds: 20 };
    await createScriptPod(cluster, namespace, "http", "exec sleep 600", { readinessProbe }, spec);
    assert.equal(
      await untilEvent(cluster, namespace, "http", "Unhealthy"),
      "Readiness probe failed: HTTP probe failed with statuscode: 500",
    );
    answer = 200;
    await untilReady("http", "True");
    server.close();
  });
});
