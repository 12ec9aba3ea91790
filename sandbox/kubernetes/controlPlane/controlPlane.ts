import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { ApiException } from "@kubernetes/client-node";
import { ApiClient } from "../apiClient";
import type { ClusterEndpoint, ClusterSpec } from "../clusterRuntime";
import { kubeconfigText } from "../kubeconfig";
import { waitFor } from "../waitFor";
import { apiServerFlags, controllerManagerFlags, etcdFlags, schedulerFlags } from "./componentFlags";
import { ensureServiceAccountKey, tokenFile, type AccountTokens } from "./credentials";
import { freePort, isPortFree } from "../../freePort";
import { PlaneProcesses } from "./planeProcesses";
import { planePaths, type PlanePaths } from "./planePaths";

/** Paths of the executables of a control plane, and of what its simulated kubelets use. */
export interface ControlPlaneTools {
  readonly etcd: string;
  readonly kubeApiserver: string;
  readonly kubeControllerManager: string;
  readonly kubeScheduler: string;
  /** Serves commands in containers. */
  readonly kubeletStreaming: string;
}

export interface ControlPlaneOptions {
  readonly directory: string;
  readonly tools: ControlPlaneTools;
  readonly cluster: ClusterSpec;
  /** Stays the same over restarts: it is in kubeconfigs that people hold. */
  readonly apiServerPort: number;
  readonly tokens: AccountTokens;
  /** Webhook that knows Entra's tokens: set for a cluster with Entra integration. */
  readonly tokenReviewUrl: string | undefined;
  /** Gives up starting. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** A running control plane. */
export interface ControlPlane {
  readonly endpoint: ClusterEndpoint;
  /** A client with the simulation's account; ends with the control plane. */
  readonly client: ApiClient;
  readonly pids: readonly number[];
  /** Resolves within seconds, when no process is left. */
  stop(): Promise<void>;
}

const READY_MILLISECONDS = 120_000;
const PORT_MILLISECONDS = 3_000;

/**
 * Starts etcd, kube-apiserver, kube-controller-manager and kube-scheduler, and waits until the API server is ready and has the
 * default service account.
 * @throws Error when the port is taken, a process ends, or nothing is ready in time; no process is left then.
 */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { cluster, tools } = options;
  const paths = planePaths(options.directory);
  const processes = new PlaneProcesses(paths, (line) => options.log(`${cluster.name}: ${line}`));
  await assertPortFree(options);
  const ports = { apiServer: options.apiServerPort, etcdClient: await freePort(), etcdPeer: await freePort() };
  const url = `https://127.0.0.1:${ports.apiServer}`;
  prepareFiles(paths, options);
  const ready = (what: string, look: () => Promise<boolean>) =>
    waitFor(() => (processes.assertRunning(), look()), {
      what: `${what} of ${cluster.name} is ready`,
      timeoutMilliseconds: READY_MILLISECONDS,
      signal: options.signal,
    });
  try {
    await processes.start("etcd", tools.etcd, etcdFlags(paths, ports), paths.etcdData);
    await processes.start(
      "kube-apiserver",
      tools.kubeApiserver,
      apiServerFlags(paths, ports, cluster),
      paths.certificates,
    );
    await ready("the API server's certificate", () => Promise.resolve(isWritten(paths)));
    const endpoint = { url, certificateAuthority: readFileSync(paths.certificateAuthority, "utf8") };
    const client = new ApiClient(endpoint, options.tokens.simulation);
    await ready("the API server", () => isReady(client));
    writeComponentKubeconfigs(paths, endpoint, options.tokens);
    await processes.start(
      "kube-controller-manager",
      tools.kubeControllerManager,
      controllerManagerFlags(paths, cluster),
      paths.controllerManagerKubeconfig,
    );
    await processes.start(
      "kube-scheduler",
      tools.kubeScheduler,
      schedulerFlags(paths, cluster),
      paths.schedulerKubeconfig,
    );
    await ready("the default service account", () => hasDefaultServiceAccount(client));
    processes.keepRunning();
    return {
      endpoint,
      client,
      get pids() {
        return processes.pids;
      },
      stop: async () => {
        client.close();
        await processes.stop();
      },
    };
  } catch (error) {
    await processes.stop();
    throw error;
  }
}

/** A server that has just ended may hold its port a moment longer. */
async function assertPortFree({ apiServerPort, cluster }: ControlPlaneOptions): Promise<void> {
  try {
    await waitFor(() => isPortFree(apiServerPort), {
      what: "the port is free",
      timeoutMilliseconds: PORT_MILLISECONDS,
    });
  } catch {
    throw new Error(
      `Port ${apiServerPort} of cluster ${cluster.name} is taken by another program. ` +
        "It is part of kubeconfigs already handed out: end that program, or destroy the sandbox.",
    );
  }
}

function prepareFiles(paths: PlanePaths, { tokens, tokenReviewUrl }: ControlPlaneOptions): void {
  mkdirSync(paths.certificates, { recursive: true, mode: 0o700 });
  mkdirSync(paths.etcdData, { recursive: true, mode: 0o700 });
  writeFileSync(paths.tokenFile, tokenFile(tokens), { mode: 0o600 });
  ensureServiceAccountKey(paths.serviceAccountKey);
  if (tokenReviewUrl !== undefined) {
    const review = { url: tokenReviewUrl, certificateAuthority: "" };
    const text = kubeconfigText("token-review", review, { name: "kube-apiserver", token: "" });
    writeFileSync(paths.tokenReviewKubeconfig, text, { mode: 0o600 });
  }
}

function writeComponentKubeconfigs(paths: PlanePaths, endpoint: ClusterEndpoint, tokens: AccountTokens): void {
  const write = (path: string, name: string, token: string) =>
    writeFileSync(path, kubeconfigText("sandbox", endpoint, { name, token }), { mode: 0o600 });
  write(paths.controllerManagerKubeconfig, "kube-controller-manager", tokens.controllerManager);
  write(paths.schedulerKubeconfig, "kube-scheduler", tokens.scheduler);
}

/** The certificate file is written before the key's. */
function isWritten(paths: PlanePaths): boolean {
  return existsSync(paths.certificateAuthority) && existsSync(paths.certificateKey);
}

/** Whether /readyz answers ok: a refused connection and a 5xx mean "not yet". */
async function isReady(client: ApiClient): Promise<boolean> {
  try {
    return await client.isReady();
  } catch {
    return false;
  }
}

async function hasDefaultServiceAccount(client: ApiClient): Promise<boolean> {
  try {
    await client.core.readNamespacedServiceAccount({ name: "default", namespace: "default" });
    return true;
  } catch (error) {
    if (error instanceof ApiException && error.code === 404) {
      return false;
    }
    throw error;
  }
}
