import { cp } from "node:fs/promises";
import type { AgentImageContent } from "../azure/containerRegistry/agentImageContent";
import { layAgentImage } from "./layAgentImage";

/** The content of the agent images, made once and copied for each container. */
export class AgentImage implements AgentImageContent {
  private laid: Promise<void> | undefined;

  /** As the Dockerfiles have it, except for tini. */
  readonly configurations = {
    windows: {
      // As every process on Windows has it; the stand-in for the agent publishes its system by it.
      environment: { OS: "Windows_NT" },
      entrypoint: ["C:\\azp\\node\\node.exe", "C:\\azp\\supervisor.js", "run"],
      workingDirectory: "C:\\azp",
    },
    linux: {
      environment: { LANG: "C.UTF-8" },
      entrypoint: ["/azp/node/bin/node", "/azp/supervisor.js", "run"],
      workingDirectory: "/azp",
    },
  };

  /** @param folder Is replaced. */
  constructor(private readonly folder: string) {}

  async ready(): Promise<void> {
    this.laid ??= layAgentImage(this.folder);
    try {
      await this.laid;
    } catch (error) {
      this.laid = undefined;
      throw error;
    }
  }

  /** What is read alone, as Node, stays a link. */
  async lay(folder: string): Promise<void> {
    await this.ready();
    await cp(this.folder, folder, { recursive: true, verbatimSymlinks: true });
  }
}
