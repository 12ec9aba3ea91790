import type { Clock } from "../clock";
import { rhythms } from "../agent/limits";
import { pause } from "../agent/waiting";
import type { JobEvents } from "./listener";
import { workerLogs } from "./workerLogs";

export interface WorkerLogWatch {
  /** Tells of jobs that only their logs have shown, and ends the watching. */
  stop(): Promise<void>;
}

/** Tells of jobs by the logs of their workers, as long as the listener does not do it by itself. */
export function watchWorkerLogs(
  agentFolder: string,
  clock: Clock,
  events: JobEvents,
  otherwiseTold: () => boolean,
  workerRuns: () => Promise<boolean>,
): WorkerLogWatch {
  const over = new AbortController();
  const before = workerLogs(agentFolder);
  let seen = 0;
  let running = false;
  let looksWithoutWorker = 0;
  const look = async (listenerEnded: boolean) => {
    const known = await before;
    const fresh = [...(await workerLogs(agentFolder))].filter((name) => !known.has(name)).length;
    if (otherwiseTold()) {
      return;
    }
    for (; seen < fresh; seen += 1) {
      running = true;
      events.jobStarted();
    }
    // The listener reports the job after its worker's end: it gets the time of another look for that.
    looksWithoutWorker = running && !(await workerRuns()) ? looksWithoutWorker + 1 : 0;
    if (running && (listenerEnded || looksWithoutWorker > 2)) {
      running = false;
      events.jobFinished();
    }
  };
  const watch = async () => {
    while (!over.signal.aborted) {
      await pause(clock, rhythms.workerLogs, over.signal);
      await look(false);
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      over.abort();
      await watching;
      await look(true);
    },
  };
}
