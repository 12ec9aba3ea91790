import { release, version } from "node:os";

/** The operating system that the agent says it runs on. */
export interface AgentSystem {
  /** Capability `Agent.OS`. */
  readonly name: "Windows_NT" | "Linux" | "Darwin";
  readonly description: string;
}

/** A container that stands for a Windows one has `OS=Windows_NT` in its environment, as every process on Windows has. */
export function agentSystem(environment: NodeJS.ProcessEnv): AgentSystem {
  if (environment["OS"] === "Windows_NT") {
    return { name: "Windows_NT", description: "Microsoft Windows" };
  }
  return { name: process.platform === "darwin" ? "Darwin" : "Linux", description: `${version()} ${release()}` };
}
