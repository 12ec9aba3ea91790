import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { V1Container, V1PodSpec } from "@kubernetes/client-node";
import { eventually } from "../support/eventually";
import { newNamespace, removeNamespace, untilEvent, windowsPlacement } from "../support/pods";
import { createScriptPod, untilGone, untilPrinted } from "../support/processPods";
import { isRunning } from "../support/processes";
import { sharedCluster, type SharedCluster } from "../support/sharedCluster";
import { windowsPool } from "../support/specs";

describe("End of containers that run as processes", function () {
  this.timeout(120_000);
  let cluster: SharedCluster;
  let namespace: string;
  /** Outside of every container: what is written here outlives them. */
  const folder = mkdtempSync(join(tmpdir(), "aks-agents-stop-"));

  before(async () => {
    cluster = await sharedCluster();
    namespace = await newNamespace(cluster, "stops");
    await cluster.putPool(windowsPool("npstop", 2022));
  });

  after(async () => {
    await removeNamespace(cluster, namespace);
    await cluster.runtime.deleteNodePool(cluster.id, "npstop");
    rmSync(folder, { recursive: true, force: true });
  });

  const trace = (name: string) => join(folder, name);
  const traceOf = (name: string) =>
    existsSync(trace(name)) ? readFileSync(trace(name), "utf8").trim().split("\n") : [];

  /** A pod that writes down what happens to it: the hook, the signal, the end. */
  async function createTracingPod(
    name: string,
    hook: string,
    container: Partial<V1Container> = {},
    spec: Partial<V1PodSpec> = {},
  ): Promise<void> {
    const script = `trap 'echo term >> ${trace(name)}; exit 0' TERM; echo up; while :; do sleep 0.05; done`;
    const lifecycle = { preStop: { exec: { command: ["/app/hook.sh"] } } };
    const files = { "app/hook.sh": `#!/bin/sh\necho hook >> ${trace(name)}\n${hook}\n` };
    await createScriptPod(cluster, namespace, name, script, { lifecycle, ...container }, spec, files);
    await untilPrinted(cluster, namespace, name, "up");
  }

  async function remove(name: string, gracePeriodSeconds?: number): Promise<void> {
    await cluster.core.deleteNamespacedPod({ namespace, name, gracePeriodSeconds });
    await untilGone(cluster, namespace, name);
  }

  it("the preStop hook has ended before the signal comes", async () => {
    await createTracingPod("ordered", `sleep 0.3; echo hooked >> ${trace("ordered")}`);
    await remove("ordered");
    assert.deepEqual(traceOf("ordered"), ["hook", "hooked", "term"]);
  });

  it("the grace period includes the hook: one that lasts longer is cut off", async () => {
    await createTracingPod("cut", `sleep 600; echo hooked >> ${trace("cut")}`);
    await remove("cut", 1);
    assert.deepEqual(traceOf("cut"), ["hook", "term"]);
  });

  it("without a grace period neither hook nor signal come", async () => {
    await createTracingPod("forced", "true");
    await remove("forced", 0);
    assert.deepEqual(traceOf("forced"), []);
  });

  it("a hook that fails is told in an event, and the container ends all the same", async () => {
    await createTracingPod("broken", "exit 1");
    await remove("broken");
    assert.equal(await untilEvent(cluster, namespace, "broken", "FailedPreStopHook"), "PreStopHook failed");
    assert.deepEqual(traceOf("broken"), ["hook", "term"]);
  });

  it("no hook runs when the container ends by itself", async () => {
    const lifecycle = { preStop: { exec: { command: ["/app/hook.sh"] } } };
    const files = { "app/hook.sh": `#!/bin/sh\necho hook >> ${trace("crash")}\n` };
    await createScriptPod(cluster, namespace, "crash", "exit 1", { lifecycle }, {}, files);
    await eventually("the pod failed", async () => {
      const { status } = await cluster.core.readNamespacedPod({ namespace, name: "crash" });
      return status?.phase === "Failed";
    });
    assert.deepEqual(traceOf("crash"), []);
  });

  it("a Windows container runs the hook and then ends without a signal", async () => {
    const lifecycle = { preStop: { exec: { command: ["C:\\app\\hook.sh"] } } };
    await createTracingPod("windows", "true", { lifecycle, command: ["C:\\app\\main.sh"] }, windowsPlacement("npstop"));
    await remove("windows");
    assert.deepEqual(traceOf("windows"), ["hook"]);
  });

  it("a container that ignores the signal is killed with all that descends from it, in whatever session", async () => {
    const script = "trap '' TERM; setsid sleep 600 & echo pid $!; (setsid sleep 601 & echo pid $!); echo up; wait";
    await createScriptPod(cluster, namespace, "stubborn", script);
    const log = await untilPrinted(cluster, namespace, "stubborn", "up");
    const pids = [...log.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
    assert.deepEqual(pids.map(isRunning), [true, true]);
    await remove("stubborn", 1);
    await eventually("no process is left", async () => !pids.some(isRunning));
  });

  it("the end of a container's first process ends the others, also those without a parent", async () => {
    await createScriptPod(cluster, namespace, "parent", "(setsid sleep 600 & echo pid $!); exit 3");
    const log = await untilPrinted(cluster, namespace, "parent", "pid");
    const pid = Number(/pid (\d+)/.exec(log)?.[1]);
    await eventually("the child is gone", async () => !isRunning(pid));
  });

  it("a removed node takes its processes with it", async () => {
    await cluster.putPool(windowsPool("npgone", 2022));
    const command = ["C:\\app\\main.sh"];
    await createScriptPod(
      cluster,
      namespace,
      "lost",
      "echo pid $$; exec sleep 600",
      { command },
      windowsPlacement("npgone"),
    );
    const log = await untilPrinted(cluster, namespace, "lost", "pid");
    const pid = Number(/pid (\d+)/.exec(log)?.[1]);
    await cluster.runtime.deleteNodePool(cluster.id, "npgone");
    await eventually("the process is gone", async () => !isRunning(pid));
  });
});
