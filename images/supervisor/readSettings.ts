import { dirname, join, resolve } from "node:path";
import { EnvironmentReader } from "./environment/environmentReader";
import { readCapabilities } from "./environment/readCapabilities";
import { readConnection } from "./environment/readConnection";
import { refuseProblems } from "./environment/refuseProblems";
import type { Settings } from "./settings";

type Environment = Readonly<Record<string, string | undefined>>;

/** Names of agents end up in folders and file names. */
const notInNames = /[\p{Cc}"/\\[\]:|<>+=;,?*]/u;

/**
 * Reads what `run`, `drain` and `health` need. docs/agent-container.md lists the variables.
 * @param hostName the full name of the host, for an agent without a name of its own
 * @param supervisorFile the supervisor's own file, beside which the agent package lies
 * @throws SupervisorError `configuration`, with every problem at once
 */
export function readSettings(env: Environment, hostName: string, supervisorFile: string): Settings {
  const reader = new EnvironmentReader(env);
  const agentFolder = resolve(reader.text("AZP_AGENT_FOLDER") ?? join(dirname(supervisorFile), "agent"));
  const settings: Settings = {
    ...readConnection(reader),
    agentName: readAgentName(reader, hostName),
    agentFolder,
    workFolder: resolve(agentFolder, reader.text("AZP_WORK") ?? "_work"),
    runOnce: reader.flag("AGENT_RUN_ONCE"),
    idleTimeoutMinutes: reader.wholeNumber("AZP_IDLE_TIMEOUT_MINUTES", { min: 0, max: 10080, default: 0 }),
    drainTimeoutMinutes: reader.wholeNumber("AZP_DRAIN_TIMEOUT_MINUTES", { min: 0, max: 43200, default: 60 }),
    updateTimeoutMinutes: reader.wholeNumber("AZP_UPDATE_TIMEOUT_MINUTES", { min: 1, max: 1440, default: 15 }),
    debugHoldMinutes: reader.wholeNumber("AGENT_DEBUG_HOLD", { min: 0, max: 1440, default: 0 }),
    capabilities: readCapabilities(reader),
    warnings: reader.warnings,
  };
  refuseProblems(reader);
  return settings;
}

function readAgentName(reader: EnvironmentReader, hostName: string): string {
  const name = reader.text("AZP_AGENT_NAME") ?? hostName;
  if (name.trim() !== name || name === "" || notInNames.test(name)) {
    reader.problem("AZP_AGENT_NAME", `${JSON.stringify(name)} is no name of an agent. The pod's name is right.`);
  }
  return name;
}
