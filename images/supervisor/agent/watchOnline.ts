import type { AgentContext } from "./agentContext";
import { bounded } from "./callService";
import { rhythms } from "./limits";
import type { Registration } from "./register";
import { growingPauses, pause } from "./waiting";

/** Makes the agent count as listening as soon as the service shows it so: the listener's own words are translated. */
export async function watchOnline(
  { service, clock, log, status }: Pick<AgentContext, "service" | "clock" | "log" | "status">,
  { pool, agentId }: Registration,
  signal: AbortSignal,
  elapsed: () => string,
): Promise<void> {
  for (const milliseconds of growingPauses(500, rhythms.online)) {
    await pause(clock, milliseconds, signal);
    const agent = signal.aborted ? undefined : await read();
    if (signal.aborted) {
      return;
    }
    if (agent?.online === true && agent.enabled) {
      status.stage = "listening";
      log.info("listen", `Online after ${elapsed()}: the agent listens for jobs.`);
      return;
    }
  }

  async function read() {
    try {
      return await bounded(clock, () => service.readAgent(pool, agentId));
    } catch {
      // Of no consequence here: it is asked again, and the listener does its work without it.
      return undefined;
    }
  }
}
