import type { AgentContext } from "./agentContext";
import { rhythms } from "./limits";
import { stopwatch } from "../stopwatch";
import { pause } from "./waiting";

/**
 * Waits for the end of an update of the agent by itself, which a script does after the listener's end and tells by a result file.
 * @returns false when it has not ended within the limit, or the agent is to go
 */
export async function awaitUpdate(context: AgentContext, since: number): Promise<boolean> {
  const { settings, clock, log, files, departure } = context;
  const elapsed = stopwatch(clock);
  const deadline = clock.now() + settings.updateTimeoutMinutes * 60_000;
  while (!departure.isAsked && clock.now() < deadline) {
    const outcome = await files.updateOutcome(since);
    if (outcome !== undefined) {
      const message = `The agent's update of itself has ${outcome} after ${elapsed()}.`;
      if (outcome === "succeeded") {
        log.info("update", message);
      } else {
        log.warn("update", message);
      }
      return true;
    }
    await pause(clock, rhythms.update, departure.askedSignal);
  }
  return false;
}
