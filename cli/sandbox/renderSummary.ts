import Table from "cli-table3";
import { commandPrefix } from "./commandPrefix";
import type { AgentClassStatus, AgentStatus, RegistryStatus, SandboxStatus } from "./collectStatus";

/** What a person wants to know after an update: what exists, how it hangs together, and what to try next. */
export function renderSummary(status: SandboxStatus): string {
  if (!status.running) {
    return "The sandbox is not running. `npm run sandbox` starts it.";
  }
  const { cluster } = status;
  if (cluster === undefined) {
    return `The sandbox is running, and the stack ${status.stack} is empty. \`npm run sandbox -- --stack ${status.stack}\` brings it up.`;
  }
  const resources = Object.entries(status.resources).map(([provider, count]) => `${count} ${provider}`);
  return [
    "",
    `The fleet of stack ${status.stack} is up.`,
    "",
    facts([
      ["Resources", resources.join(", ")],
      ["Cluster", `${cluster.name}, Kubernetes ${cluster.kubernetesVersion}, API server ${cluster.apiServer}`],
      ["Azure", `${status.azureUrl} (emulated)`],
      ["Azure DevOps", `${status.azureDevOpsUrl} (emulated)`],
      ...registryFacts(status.registry),
    ]),
    "",
    chains(status.agentClasses),
    "",
    nextCommands(status),
    "",
    "What a sandbox cannot prove is listed in docs/known-differences.md.",
  ].join("\n");
}

function registryFacts(registry: RegistryStatus | undefined): readonly (readonly [string, string])[] {
  return registry === undefined
    ? []
    : [["Registry", `${registry.loginServer} (emulated); its images can be pulled from ${registry.pullFrom}/…`]];
}

/** One row per agent class: Windows version → node pool → nodes → RuntimeClass → pods → agent pool → agents. */
function chains(agentClasses: readonly AgentClassStatus[]): string {
  const table = new Table({
    head: ["Agent class", "Version", "Node pool", "Nodes", "RuntimeClass", "Pods ready", "Agent pool", "Agents"],
    style: { head: [], border: [] },
  });
  for (const agentClass of agentClasses) {
    const ready = agentClass.pods.filter((pod) => pod.ready).length;
    table.push([
      agentClass.name,
      agentClass.os,
      agentClass.nodePool,
      agentClass.nodes.map(({ name, build }) => `${name} (${build})`).join("\n") || "none now",
      agentClass.runtimeClass ?? "-",
      `${ready} of ${agentClass.pods.length}`,
      agentClass.agentPool,
      countAgents(agentClass.agents),
    ]);
  }
  return table.toString();
}

/** `2 online, 1 of them busy, 3 offline` */
function countAgents(agents: readonly AgentStatus[]): string {
  const online = agents.filter((agent) => agent.online);
  const busy = online.filter((agent) => agent.busy).length;
  const offline = agents.length - online.length;
  return [
    `${online.length} online`,
    ...(busy === 0 ? [] : [`${busy} of them busy`]),
    ...(offline === 0 ? [] : [`${offline} offline`]),
  ].join(",\n");
}

function nextCommands({ stack, agentClasses }: SandboxStatus): string {
  const prefix = commandPrefix(stack);
  const [agentClass] = agentClasses;
  return [
    "Try next:",
    facts([
      ...(agentClass === undefined
        ? []
        : [[`  ${prefix} job queue --pool ${agentClass.agentPool} --wait`, "run a pipeline job"] as const]),
      ["  npm run fleet -- build samples/linux-web --image web:1", "build an image, as ACR Tasks would"],
      [`  ${prefix} kubectl get pods -A -o wide`, "the agents and their nodes"],
      [`  ${prefix} preview`, "an update would change nothing now"],
      [`  ${prefix} status --json`, "this summary for scripts"],
      [`  ${prefix} destroy`, "delete it all"],
    ]),
  ].join("\n");
}

function facts(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, text]) => `${label.padEnd(width)}  ${text}`).join("\n");
}
