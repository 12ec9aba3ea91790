import type { AgentContext } from "./agentContext";
import { limits } from "./limits";
import type { ListenerProcess } from "../listener/listener";
import { timedOut, within } from "./waiting";

/** Ends a listener that has no job. It deletes its session; one that hangs meanwhile is killed. */
export async function stopListener(
  { clock, log, listener }: Pick<AgentContext, "clock" | "log" | "listener">,
  process: ListenerProcess,
  limit: number = limits.stop,
): Promise<void> {
  await process.stop();
  if ((await within(clock, limit, process.ended)) === timedOut) {
    log.warn("leave", `The listener has not ended within ${limit / 1000} s: it is killed.`);
    await listener.killTree();
  }
}
