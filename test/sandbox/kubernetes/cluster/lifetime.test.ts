import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { VersionApi } from "@kubernetes/client-node";
import { createClusterRuntime, type EmbeddedClusterRuntime } from "../../../../sandbox/kubernetes/createClusterRuntime";
import { eventually } from "../support/eventually";
import { createPod, newNamespace, untilPhase } from "../support/pods";
import { isAlive } from "../support/processes";
import { ScriptImages } from "../support/scriptImages";
import { clients } from "../support/clients";
import { clusterSpec, linuxPool } from "../support/specs";
import { controlPlaneTools } from "../support/tools";

describe("Lifetime of a cluster", function () {
  this.timeout(180_000);
  const spec = clusterSpec("lifetime");
  const stateDirectory = mkdtempSync(join(tmpdir(), "aks-agents-lifetime-"));
  const logged: string[] = [];
  const newRuntime = async () =>
    createClusterRuntime({ stateDirectory, tools: await controlPlaneTools(), log: (line) => logged.push(line) });
  let runtime: EmbeddedClusterRuntime;

  function portOf(kubeconfig: string): number {
    return Number(new URL(clients(kubeconfig).config.getCurrentCluster()?.server ?? "").port);
  }

  before(async () => {
    runtime = await newRuntime();
  });

  after(async () => {
    await runtime.close();
    rmSync(stateDirectory, { recursive: true, force: true });
  });

  it("survives a restart: same address, same objects, same container", async () => {
    await runtime.startCluster(spec);
    await runtime.putNodePool(spec.id, linuxPool("system", { mode: "System" }));
    const kubeconfig = runtime.kubeconfig(spec.id, "admin");
    const cluster = {
      ...{ runtime, id: spec.id, images: new ScriptImages(), putPool: () => Promise.resolve() },
      ...clients(kubeconfig),
    };
    const namespace = await newNamespace(cluster, "kept");
    await createPod(cluster, namespace, "kept", {});
    const before = await untilPhase(cluster, namespace, "kept", "Running");
    const pids = runtime.processIds(spec.id);

    await runtime.close();
    assert.deepEqual(pids.filter(isAlive), []);

    runtime = await newRuntime();
    assert.equal(runtime.nodeCount(spec.id, "system"), 1);
    await runtime.startCluster(spec);
    assert.equal(runtime.kubeconfig(spec.id, "admin"), kubeconfig);
    const after = await cluster.core.readNamespacedPod({ namespace, name: "kept" });
    assert.deepEqual(after.status?.containerStatuses, before.status?.containerStatuses);
    await cluster.core.deleteNamespacedPod({ namespace, name: "kept" });
    await eventually("the pod is gone", async () => {
      const { items } = await cluster.core.listNamespacedPod({ namespace });
      return items.length === 0;
    });
  });

  it("starts a component again that has died", async () => {
    const [etcd] = runtime.processIds(spec.id);
    process.kill(etcd ?? 0, "SIGKILL");
    await eventually("etcd runs again", () => {
      const [again] = runtime.processIds(spec.id);
      return Promise.resolve(again !== undefined && again !== etcd && isAlive(again));
    });
    const { core } = clients(runtime.kubeconfig(spec.id, "admin"));
    await eventually("the API server answers again", () =>
      core.listNode().then(
        ({ items }) => items.length === 1,
        () => false,
      ),
    );
    assert.ok(logged.some((line) => line.includes("etcd ended unexpectedly")));
  });

  it("says what to do when another program has the cluster's port", async () => {
    await runtime.close();
    const stranger = createServer().listen(portOf(runtime.kubeconfig(spec.id, "admin")), "127.0.0.1");
    runtime = await newRuntime();
    await assert.rejects(runtime.startCluster(spec), /is taken by another program.*end that program/s);
    assert.deepEqual(runtime.processIds(spec.id), []);
    stranger.close();
  });

  it("follows the cluster's Kubernetes version when that is raised", async () => {
    const endpoint = await runtime.startCluster({ ...spec, kubernetesVersion: "1.36.1" });
    const version = await clients(runtime.kubeconfig(spec.id, "admin")).config.makeApiClient(VersionApi).getCode();
    assert.equal(version.emulationMinor, "36");
    assert.equal(Number(new URL(endpoint.url).port), portOf(runtime.kubeconfig(spec.id, "admin")));
  });

  it("leaves neither processes nor files of a deleted cluster", async () => {
    const pids = runtime.processIds(spec.id);
    await runtime.deleteCluster(spec.id);
    assert.deepEqual(pids.filter(isAlive), []);
    assert.deepEqual(readdirSync(stateDirectory), []);
    await assert.rejects(runtime.putNodePool(spec.id, linuxPool("late")), /There is no cluster/);
  });

  it("names the missing executable, and leaves nothing running", async () => {
    const tools = { ...(await controlPlaneTools()), kubeApiserver: join(stateDirectory, "no-such-file") };
    const broken = createClusterRuntime({ stateDirectory, tools });
    await assert.rejects(broken.startCluster(clusterSpec("broken")), /kube-apiserver cannot be started/);
    assert.deepEqual(broken.processIds(clusterSpec("broken").id), []);
    await broken.deleteCluster(clusterSpec("broken").id);
    await broken.close();
  });

  it("its processes end when the sandbox's own process is killed", async () => {
    const script = join(__dirname, "../support/abandonedRuntime.ts");
    const child = spawn(process.execPath, ["--import", "tsx", script, stateDirectory], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await Promise.race([
      createInterface(child.stdout)
        [Symbol.asyncIterator]()
        .next()
        .then(({ value }) => [String(value)]),
      new Promise<never>((_, reject) => child.once("exit", () => reject(new Error("The child ended.")))),
    ]);
    const pids = JSON.parse(line ?? "[]") as number[];
    assert.equal(pids.filter(isAlive).length, 4);
    child.kill("SIGKILL");
    await eventually("no process is left", () => Promise.resolve(!pids.some(isAlive)));
    // What a kill leaves behind does not hinder the next start.
    await runtime.startCluster(clusterSpec("abandoned"));
    await runtime.deleteCluster(clusterSpec("abandoned").id);
  });
});
