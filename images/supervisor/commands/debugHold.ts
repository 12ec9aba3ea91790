import type { Clock } from "../clock";
import type { Departure } from "../agent/departure";
import type { Log } from "../log";
import { pause } from "../agent/waiting";

/** What a person in the container needs to know. */
export interface HeldContainer {
  readonly minutes: number;
  readonly podName: string;
  /** The Node that runs the supervisor. */
  readonly node: string;
  readonly supervisorFile: string;
  readonly windows: boolean;
}

/**
 * Keeps the container up without an agent, so that somebody can look around in it, until the time is over or the container is to
 * stop.
 */
export async function debugHold(container: HeldContainer, clock: Clock, log: Log, departure: Departure): Promise<void> {
  holdInstructions(container).forEach((line) => log.info("hold", line));
  await pause(clock, container.minutes * 60_000, departure.askedSignal);
  log.info("hold", departure.isAsked ? "The hold ends: the container is to stop." : "The hold is over.");
}

function holdInstructions({ minutes, podName, node, supervisorFile, windows }: HeldContainer): string[] {
  const shell = windows ? "powershell" : "bash";
  const environment = windows ? "$env:AGENT_DEBUG_HOLD=0;" : "AGENT_DEBUG_HOLD=0";
  const call = windows ? "& " : "";
  const reach = windows
    ? "curl.exe -sS -o NUL -w '%{http_code}' $env:AZP_URL"
    : "curl -sS -o /dev/null -w '%{http_code}\\n' \"$AZP_URL\"";
  return [
    `AGENT_DEBUG_HOLD: the container is kept for ${minutes} minutes, and no agent is started.`,
    `Get in:  kubectl exec -it --namespace <its namespace> ${podName} -- ${shell}`,
    `Is Azure DevOps within reach?  ${reach}`,
    `Run the agent by hand:  ${environment} ${call}${node} ${supervisorFile} run`,
    `Take it out again:  ${call}${node} ${supervisorFile} drain`,
    "Set debugHoldMinutes of the agent class to 0 afterwards.",
  ];
}
