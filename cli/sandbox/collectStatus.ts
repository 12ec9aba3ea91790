import type { SandboxPaths } from "../../sandbox/paths";
import type { RunningServer } from "../../sandbox/serverFile";
import { clusterClient, listNodes, listPods, type NodeStatus, type PodStatus } from "./clusterClient";
import { stackOutputs, stackResources } from "../../sandbox/stackState";

/** What exists of one stack, as `status --json` prints it. */
export interface SandboxStatus {
  readonly stack: string;
  readonly running: boolean;
  readonly azureUrl?: string;
  readonly azureDevOpsUrl?: string;
  /** Resources of the stack by kind of provider. */
  readonly resources: Readonly<Record<string, number>>;
  readonly cluster?: { readonly name: string; readonly kubernetesVersion: string; readonly apiServer: string };
  readonly agentClasses: readonly AgentClassStatus[];
}

/** The chain of one agent class, from its Windows version to its agent pool. */
export interface AgentClassStatus {
  readonly name: string;
  readonly os: string;
  readonly nodePool: string;
  readonly nodes: readonly NodeStatus[];
  readonly runtimeClass?: string;
  readonly namespace: string;
  readonly deployment: string;
  readonly pods: readonly PodStatus[];
  readonly agentPool: string;
}

interface AgentClassOutput {
  readonly name: string;
  readonly os: string;
  readonly nodePool: string;
  readonly agentPool: string;
  readonly namespace: string;
  readonly deployment: string;
}

/** Reads the engine's state, and asks the cluster for what the state cannot know. */
export async function collectStatus(
  paths: SandboxPaths,
  server: RunningServer | undefined,
  kubectl: string,
  stack: string,
): Promise<SandboxStatus> {
  const resources = countByProvider(stackResources(paths, stack).map(({ type }) => type));
  const outputs = stackOutputs(paths, stack);
  const base = { stack, running: server !== undefined, resources, agentClasses: [] };
  if (server === undefined) {
    return base;
  }
  const emulators = { azureUrl: server.azureUrl, azureDevOpsUrl: server.azureDevOpsUrl };
  const cluster = await clusterClient(paths, server, stack);
  if (cluster === undefined) {
    return { ...base, ...emulators };
  }
  const [nodes, pods] = await Promise.all([listNodes(kubectl, cluster), listPods(kubectl, cluster)]);
  const agentClasses = agentClassOutputs(outputs).map((agentClass) => ({
    ...agentClass,
    nodes: nodes.filter(({ pool }) => pool === agentClass.nodePool),
    pods: pods.filter(({ namespace }) => namespace === agentClass.namespace),
    runtimeClass: pods.find(({ namespace }) => namespace === agentClass.namespace)?.runtimeClass,
  }));
  return {
    ...base,
    ...emulators,
    cluster: { name: cluster.name, kubernetesVersion: cluster.kubernetesVersion, apiServer: cluster.server },
    agentClasses,
  };
}

function agentClassOutputs(outputs: Readonly<Record<string, unknown>>): readonly AgentClassOutput[] {
  const agentClasses = outputs["agentClasses"];
  return typeof agentClasses === "object" && agentClasses !== null
    ? Object.entries(agentClasses as Record<string, Omit<AgentClassOutput, "name">>).map(([name, rest]) => ({
        name,
        ...rest,
      }))
    : [];
}

/** `azure-native:resources:ResourceGroup` counts as azure-native; the stack and provider resources do not count. */
function countByProvider(types: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const provider of types.map((type) => type.split(":")[0] ?? type)) {
    if (provider !== "pulumi" && provider !== "aks-agents") {
      const name = provider.replace(/_containerservice_v\d+$/, "");
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return Object.fromEntries(counts);
}
