import { cp } from "node:fs/promises";
import type { AgentImageContent } from "../azure/containerRegistry/agentImageContent";
import { layAgentImage } from "./layAgentImage";

/** A container of the sandbox has no root of its own: what a program knows by its path has to be told, and is then mapped. */
const knownPaths = { AZP_SERVICE_ACCOUNT_FOLDER: "/var/run/secrets/kubernetes.io/serviceaccount" };

/** The content of the agent images, made once and copied for each container. */
export class AgentImage implements AgentImageContent {
  private laid: Promise<void> | undefined;

  /** As the Dockerfiles have it, except for tini and the paths. */
  readonly configurations = {
    windows: {
      // As every process on Windows has it; the stand-in for the agent publishes its system by it.
      environment: { OS: "Windows_NT", ...knownPaths },
      entrypoint: ["C:\\azp\\node\\node.exe", "C:\\azp\\supervisor.js", "run"],
      workingDirectory: "C:\\azp",
    },
    linux: {
      environment: { LANG: "C.UTF-8", ...knownPaths },
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
