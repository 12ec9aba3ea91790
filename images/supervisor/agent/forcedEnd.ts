import type { AgentContext } from "./agentContext";
import { limits, rhythms } from "./limits";
import type { ListenerProcess } from "../listener/listener";
import { pause } from "./waiting";

/** Cuts a job off: the listener is interrupted, which cancels the job and reports it; then whatever is left is killed. */
export async function endByForce(
  { clock, log, listener }: Pick<AgentContext, "clock" | "log" | "listener">,
  process: ListenerProcess | undefined,
  because: string,
): Promise<void> {
  const deadline = clock.now() + limits.cancellation;
  log.warn("leave", `The job is cut off (${because}): it is cancelled, then its processes are ended.`);
  if (process !== undefined) {
    let ended = false;
    process.ended.then(() => (ended = true)).catch(() => (ended = true));
    await process.interrupt();
    while (!(ended && !(await listener.workerRuns())) && clock.now() < deadline) {
      await pause(clock, rhythms.worker, new AbortController().signal);
    }
  }
  await listener.killTree();
}
