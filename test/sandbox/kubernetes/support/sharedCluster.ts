import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppsV1Api, BatchV1Api, CoreV1Api, KubeConfig, NodeV1Api, PolicyV1Api } from "@kubernetes/client-node";
import type { NodePoolSpec } from "../../../../sandbox/kubernetes/clusterRuntime";
import { createClusterRuntime, type EmbeddedClusterRuntime } from "../../../../sandbox/kubernetes/createClusterRuntime";
import { clients } from "./clients";
import { ScriptImages } from "./scriptImages";
import { clusterSpec, linuxPool } from "./specs";
import { controlPlaneTools } from "./tools";

/** A running cluster with one Linux system node, and real clients for it. */
export interface TestCluster {
  readonly runtime: EmbeddedClusterRuntime;
  readonly id: string;
  readonly config: KubeConfig;
  readonly core: CoreV1Api;
  readonly apps: AppsV1Api;
  readonly batch: BatchV1Api;
  readonly node: NodeV1Api;
  readonly policy: PolicyV1Api;
  /** Images of containers that run as processes. */
  readonly images: ScriptImages;
}

/** The cluster that most tests share. */
export interface SharedCluster extends TestCluster {
  putPool(pool: NodePoolSpec): Promise<void>;
}

let shared: Promise<SharedCluster> | undefined;
const stateDirectory = mkdtempSync(join(tmpdir(), "aks-agents-kubernetes-"));

/** One cluster for all tests that do not harm it: starting one takes seconds. */
export function sharedCluster(): Promise<SharedCluster> {
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<SharedCluster> {
  const images = new ScriptImages();
  const runtime = createClusterRuntime({
    stateDirectory,
    tools: await controlPlaneTools(),
    // A drain time-out of 30 minutes lasts 6 s here.
    minuteMilliseconds: 200,
    restartBackoffMilliseconds: 50,
    probeSecondMilliseconds: 50,
    images,
    addresses: { "https://dev.azure.com": "http://127.0.0.1:4711" },
    autoscaler: {
      scanIntervalMilliseconds: 200,
      scaleDownUnneededMilliseconds: 500,
      scaleDownDelayAfterAddMilliseconds: 500,
    },
  });
  const spec = clusterSpec("shared");
  await runtime.startCluster(spec);
  await runtime.putNodePool(spec.id, linuxPool("system", { mode: "System" }));
  return {
    runtime,
    id: spec.id,
    images,
    ...clients(runtime.kubeconfig(spec.id, "admin")),
    putPool: (pool) => runtime.putNodePool(spec.id, pool),
  };
}

after(async function () {
  this.timeout(120_000);
  await (await shared)?.runtime.close();
  rmSync(stateDirectory, { recursive: true, force: true });
});
