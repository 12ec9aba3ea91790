import type { AgentContext } from "./agentContext";
import { limits, rhythms } from "./limits";
import { abortion, pause } from "./waiting";

/** Counts a job as finished when no worker has run for a while, although the listener has not told so: it may hang. */
export async function watchWorker(
  { clock, listener, jobs, log }: Pick<AgentContext, "clock" | "listener" | "jobs" | "log">,
  signal: AbortSignal,
): Promise<void> {
  let goneSince: number | undefined;
  while (!signal.aborted) {
    await (jobs.running ? pause(clock, rhythms.job, signal) : Promise.race([jobs.changed(), abortion(signal)]));
    const gone = jobs.running && !(await listener.workerRuns());
    goneSince = gone ? (goneSince ?? clock.now()) : undefined;
    if (goneSince !== undefined && clock.now() - goneSince >= limits.workerGone && !signal.aborted) {
      log.warn("listen", `A job has started and no worker has run for ${limits.workerGone / 1000} s: the job is over.`);
      jobs.jobFinished();
    }
  }
}
