import type { AgentContext } from "./agentContext";
import { abortion } from "./waiting";

/**
 * Ends the listener of a run-once agent that is leaving as soon as its one job is over, unless the agent is disabled by then: the
 * service would give it another one, and not every listener ends by itself (azure-pipelines-agent#2332). The job has been
 * reported when the listener tells of its end.
 */
export async function killAfterOneJob(
  { settings, jobs, log, listener }: Pick<AgentContext, "settings" | "jobs" | "log" | "listener">,
  isDisabled: () => boolean,
  over: AbortSignal,
): Promise<void> {
  if (!settings.runOnce) {
    return;
  }
  while (jobs.started === 0 || jobs.running) {
    await Promise.race([jobs.changed(), abortion(over)]);
    if (over.aborted) {
      return;
    }
  }
  if (!isDisabled()) {
    log.warn("leave", "The one job is over, and the agent is not disabled yet: the listener is killed.");
    await listener.killTree();
  }
}
