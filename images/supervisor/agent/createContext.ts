import type { AgentContext } from "./agentContext";
import { agentFolder } from "./agentFolder";
import { createAgentService } from "../azureDevOps/createAgentService";
import { systemClock } from "../clock";
import { connect } from "../connect";
import type { Departure } from "./departure";
import { JobTally } from "./jobTally";
import { createListener } from "../listener/listenerProcess";
import type { NotificationServer } from "../listener/notificationServer";
import type { Log } from "../log";
import type { Platform } from "../platform/platform";
import type { Settings } from "../settings";
import type { Status } from "./status";

export interface Surroundings {
  readonly settings: Settings;
  readonly environment: NodeJS.ProcessEnv;
  readonly log: Log;
  readonly platform: Platform;
  readonly notifications: NotificationServer;
  readonly departure: Departure;
  readonly status: Status;
}

/** The real world for an agent: its processes, its folder, Azure DevOps. */
export function createContext(surroundings: Surroundings): AgentContext {
  const { settings, environment, log, platform, notifications, departure, status } = surroundings;
  const clock = systemClock;
  const service = createAgentService(settings, clock, log);
  return {
    settings,
    environment,
    environmentCaseSensitive: platform.environmentCaseSensitive,
    service,
    connect: (signal) => connect(service, settings, clock, log, signal),
    clock,
    log,
    listener: createListener({ agentFolder: settings.agentFolder, platform, clock, log, notifications }),
    files: agentFolder(settings, platform, log),
    departure,
    jobs: new JobTally(clock),
    status,
    random: Math.random,
  };
}
