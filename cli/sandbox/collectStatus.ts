import type { OrganizationSummary } from "../../sandbox/azuredevops/azureDevOpsEmulator";
import type { SandboxPaths } from "../../sandbox/paths";
import type { RunningServer } from "../../sandbox/serverFile";
import { agentClassOutputs } from "./agentClassOutputs";
import { clusterClient, listNodes, listPods, type NodeStatus, type PodStatus } from "./clusterClient";
import { OrganizationClient } from "./organizationClient";
import { stackOutputs, stackResources } from "../../sandbox/stackState";

/** What exists of one stack, as `status --json` prints it. */
export interface SandboxStatus {
  readonly stack: string;
  readonly running: boolean;
  readonly azureUrl?: string;
  readonly azureDevOpsUrl?: string;
  readonly registry?: RegistryStatus;
  /** Resources of the stack by kind of provider. */
  readonly resources: Readonly<Record<string, number>>;
  readonly cluster?: { readonly name: string; readonly kubernetesVersion: string; readonly apiServer: string };
  readonly agentClasses: readonly AgentClassStatus[];
}

export interface RegistryStatus {
  readonly loginServer: string;
  /** Where a client of registries finds its repositories, such as "127.0.0.1:5000/agents4711.azurecr.io". */
  readonly pullFrom: string;
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
  /** Agents that are registered in the agent pool, in use or not. */
  readonly agents: readonly AgentStatus[];
}

export interface AgentStatus {
  readonly name: string;
  readonly online: boolean;
  /** Has a job. */
  readonly busy: boolean;
  /** Out of service when false: gets no new job. */
  readonly enabled: boolean;
}

/** Reads the engine's state, and asks the cluster and Azure DevOps for what the state cannot know. */
export async function collectStatus(
  paths: SandboxPaths,
  server: RunningServer | undefined,
  kubectl: string,
  stack: string,
): Promise<SandboxStatus> {
  const resources = countByProvider(stackResources(paths, stack).map(({ type }) => type));
  const base = { stack, running: server !== undefined, resources, agentClasses: [] };
  if (server === undefined) {
    return base;
  }
  const registry = registryOf(server, stackOutputs(paths, stack)["registryLoginServer"]);
  const emulators = { azureUrl: server.azureUrl, azureDevOpsUrl: server.azureDevOpsUrl, registry };
  const cluster = await clusterClient(paths, server, stack);
  if (cluster === undefined) {
    return { ...base, ...emulators };
  }
  const [nodes, pods, organization] = await Promise.all([
    listNodes(kubectl, cluster),
    listPods(kubectl, cluster),
    OrganizationClient.of(paths, server, stack)?.summary(),
  ]);
  const agentClasses = agentClassOutputs(paths, stack).map((agentClass) => ({
    ...agentClass,
    nodes: nodes.filter(({ pool }) => pool === agentClass.nodePool),
    pods: pods.filter(({ namespace }) => namespace === agentClass.namespace),
    runtimeClass: pods.find(({ namespace }) => namespace === agentClass.namespace)?.runtimeClass,
    agents: agentsOf(organization, agentClass.agentPool),
  }));
  return {
    ...base,
    ...emulators,
    cluster: { name: cluster.name, kubernetesVersion: cluster.kubernetesVersion, apiServer: cluster.server },
    agentClasses,
  };
}

function registryOf({ ociRegistryUrl }: RunningServer, loginServer: unknown): RegistryStatus | undefined {
  return typeof loginServer === "string"
    ? { loginServer, pullFrom: `${new URL(ociRegistryUrl).host}/${loginServer}` }
    : undefined;
}

function agentsOf(organization: OrganizationSummary | undefined, agentPool: string): readonly AgentStatus[] {
  const pool = organization?.pools.find(({ name }) => name === agentPool);
  return (pool?.agents ?? []).map(({ name, online, busy, enabled }) => ({ name, online, busy, enabled }));
}

/**
 * `azure-native:resources:ResourceGroup` counts as azure-native; the stack and provider resources do not count. The only dynamic
 * resources are the builds of images.
 */
function countByProvider(types: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const provider of types.map((type) => type.split(":")[0] ?? type)) {
    if (provider !== "pulumi" && provider !== "aks-agents") {
      const name = provider === "pulumi-nodejs" ? "image builds" : provider.replace(/_containerservice_v\d+$/, "");
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return Object.fromEntries(counts);
}
