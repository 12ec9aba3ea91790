import { ServiceCallError, type PoolReference } from "../agentService";
import type { AgentContext } from "./agentContext";
import { bounded, messageOf } from "./callService";
import { attempts } from "./limits";
import { growingPauses, pause } from "./waiting";

export interface Removal {
  readonly stage: string;
  readonly pool: PoolReference;
  readonly agentId: number;
  /** Milliseconds since the epoch after which nothing is tried again. */
  readonly deadline: number;
  readonly signal?: AbortSignal;
}

/**
 * Deletes an agent on the server, again and again while it is busy, throttled or out of reach. An accepted deletion proves
 * nothing, and neither does an error after it: only a read that does not find the agent does.
 * @returns whether the agent is gone
 */
export async function removeAgent(
  { service, clock, log, random }: Pick<AgentContext, "service" | "clock" | "log" | "random">,
  { stage, pool, agentId, deadline, signal = new AbortController().signal }: Removal,
): Promise<boolean> {
  const pauses = growingPauses(1_000, 15_000);
  let hopeless = 0;
  for (;;) {
    let obstacle = "the service still shows the agent.";
    try {
      await bounded(clock, () => service.deleteAgent(pool, agentId));
    } catch (error) {
      obstacle = messageOf(error);
      hopeless += passes(error) ? 0 : 1;
    }
    try {
      if ((await bounded(clock, () => service.readAgent(pool, agentId))) === undefined) {
        return true;
      }
    } catch (error) {
      obstacle = messageOf(error);
    }
    const milliseconds = pauses.next().value * (0.5 + random() / 2);
    if (hopeless >= attempts.refused || signal.aborted || clock.now() + milliseconds > deadline) {
      log.error(stage, `The agent is not removed: ${obstacle}`);
      return false;
    }
    log.warn(stage, `The agent is not removed yet: ${obstacle}`);
    await pause(clock, milliseconds, signal);
  }
}

function passes(error: unknown): boolean {
  return error instanceof ServiceCallError && error.passes;
}
