import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { runProcess } from "../../sandbox/engine/runProcess";
import type { SandboxPaths } from "../../sandbox/paths";
import type { RunningServer } from "../../sandbox/serverFile";
import { stackResources } from "../../sandbox/stackState";

/** A stack's cluster, and how kubectl reaches it. */
export interface ClusterClient {
  /** Azure Resource Manager id. */
  readonly id: string;
  readonly name: string;
  readonly kubernetesVersion: string;
  readonly server: string;
  readonly kubeconfigFile: string;
}

export interface NodeStatus {
  readonly name: string;
  readonly pool: string;
  /** Windows build, or the Linux distribution. */
  readonly build: string;
  readonly ready: boolean;
}

export interface PodStatus {
  readonly name: string;
  readonly namespace: string;
  readonly node: string;
  readonly phase: string;
  readonly ready: boolean;
  readonly runtimeClass?: string;
}

/** The stack's cluster with an administrator's kubeconfig in a file, or undefined when the stack has none. */
export async function clusterClient(
  paths: SandboxPaths,
  server: RunningServer,
  stack: string,
): Promise<ClusterClient | undefined> {
  const cluster = stackResources(paths, stack).find(
    ({ type }) => type === "azure-native:containerservice:ManagedCluster",
  );
  if (cluster?.id === undefined) {
    return undefined;
  }
  const response = await fetch(`${server.controlUrl}/kubeconfig?cluster=${encodeURIComponent(cluster.id)}`, {
    headers: { authorization: `Bearer ${server.controlKey}` },
  });
  if (!response.ok) {
    return undefined;
  }
  const kubeconfig = await response.text();
  const folder = join(paths.root, "kubeconfigs");
  mkdirSync(folder, { recursive: true });
  const kubeconfigFile = join(folder, stack);
  writeFileSync(kubeconfigFile, kubeconfig, { mode: 0o600 });
  return {
    id: cluster.id,
    name: cluster.id.split("/").at(-1) ?? cluster.id,
    kubernetesVersion: String(cluster.outputs?.["currentKubernetesVersion"] ?? cluster.outputs?.["kubernetesVersion"]),
    server: serverOf(kubeconfig),
    kubeconfigFile,
  };
}

export async function listNodes(kubectl: string, cluster: ClusterClient): Promise<readonly NodeStatus[]> {
  const nodes = await list<KubernetesNode>(kubectl, cluster, ["nodes"]);
  return nodes.map(({ metadata, status }) => ({
    name: metadata.name,
    pool: metadata.labels?.["kubernetes.azure.com/agentpool"] ?? "",
    build: metadata.labels?.["node.kubernetes.io/windows-build"] ?? status.nodeInfo.osImage,
    ready: status.conditions.some(({ type, status: value }) => type === "Ready" && value === "True"),
  }));
}

export async function listPods(kubectl: string, cluster: ClusterClient): Promise<readonly PodStatus[]> {
  const pods = await list<KubernetesPod>(kubectl, cluster, ["pods", "--all-namespaces"]);
  return pods.map(({ metadata, spec, status }) => ({
    name: metadata.name,
    namespace: metadata.namespace ?? "",
    node: spec.nodeName ?? "",
    phase: status.phase,
    ready: status.conditions?.some(({ type, status: value }) => type === "Ready" && value === "True") ?? false,
    runtimeClass: spec.runtimeClassName,
  }));
}

interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

interface Condition {
  readonly type: string;
  readonly status: string;
}

interface KubernetesNode {
  readonly metadata: Metadata;
  readonly status: { readonly nodeInfo: { readonly osImage: string }; readonly conditions: readonly Condition[] };
}

interface KubernetesPod {
  readonly metadata: Metadata;
  readonly spec: { readonly nodeName?: string; readonly runtimeClassName?: string };
  readonly status: { readonly phase: string; readonly conditions?: readonly Condition[] };
}

async function list<Item>(kubectl: string, cluster: ClusterClient, what: readonly string[]): Promise<readonly Item[]> {
  const { exitCode, stdout, stderr } = await runProcess(kubectl, [
    "get",
    ...what,
    "--output=json",
    `--kubeconfig=${cluster.kubeconfigFile}`,
  ]);
  if (exitCode !== 0) {
    throw new Error(`kubectl get ${what.join(" ")} failed: ${stderr}`);
  }
  return (JSON.parse(stdout) as { items: readonly Item[] }).items;
}

function serverOf(kubeconfig: string): string {
  const { clusters } = parse(kubeconfig) as { clusters: readonly { cluster: { server: string } }[] };
  return clusters[0]?.cluster.server ?? "";
}
