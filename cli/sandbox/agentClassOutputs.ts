import type { SandboxPaths } from "../../sandbox/paths";
import { stackOutputs } from "../../sandbox/stackState";

/** An agent class as the program's output `agentClasses` names it. */
export interface AgentClassOutput {
  readonly name: string;
  readonly os: string;
  readonly nodePool: string;
  readonly agentPool: string;
  readonly namespace: string;
  readonly deployment: string;
}

/** None before the stack was brought up for the first time. */
export function agentClassOutputs(paths: SandboxPaths, stack: string): readonly AgentClassOutput[] {
  const agentClasses = stackOutputs(paths, stack)["agentClasses"];
  return typeof agentClasses === "object" && agentClasses !== null
    ? Object.entries(agentClasses as Record<string, Omit<AgentClassOutput, "name">>).map(([name, rest]) => ({
        name,
        ...rest,
      }))
    : [];
}
