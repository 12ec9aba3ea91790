import { readFileSync } from "node:fs";
import { arch, hostname } from "node:os";
import { join } from "node:path";
import { agentSystem } from "./agentSystem";
import { agentVersion } from "./agentVersion";

/** Values from here on are not published (EnvironmentCapabilitiesProvider.cs). */
const valueLimit = 1024;

const neverPublished = [
  "comp_wordbreaks",
  "ls_colors",
  "TERM",
  "TERM_PROGRAM",
  "TERM_PROGRAM_VERSION",
  "SHLVL",
  "PSMODULEPATH",
  "SYSTEM_ACCESSTOKEN",
];

/** What the agent publishes about itself, the later ones winning: its environment, `.capabilities`, and what it is. */
export function systemCapabilities(
  root: string,
  agentName: string,
  environment: NodeJS.ProcessEnv,
): Record<string, string> {
  return {
    ...environmentCapabilities(environment),
    ...fileCapabilities(join(root, ".capabilities")),
    "Agent.Name": agentName,
    "Agent.OS": agentSystem(environment).name,
    "Agent.OSArchitecture": arch().toUpperCase(),
    InteractiveSession: "False",
    "Agent.Version": agentVersion,
    "Agent.ComputerName": hostname(),
    "Agent.HomeDirectory": root,
  };
}

function environmentCapabilities(environment: NodeJS.ProcessEnv): Record<string, string> {
  const ignored = [...neverPublished, ...(environment["VSO_AGENT_IGNORE"] ?? "").split(",").map((name) => name.trim())];
  const published: Record<string, string> = {};
  for (const [name, value = ""] of Object.entries(environment)) {
    if (!ignored.includes(name) && value.length < valueLimit) {
      published[name] = value;
    }
  }
  return published;
}

function fileCapabilities(file: string): Record<string, string> {
  const capabilities: Record<string, string> = {};
  for (const line of linesOf(file)) {
    const equals = line.indexOf("=");
    if (equals > 0) {
      capabilities[line.slice(0, equals)] = line.slice(equals + 1);
    }
  }
  return capabilities;
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split(/\r?\n/);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return [];
    }
    throw error;
  }
}
