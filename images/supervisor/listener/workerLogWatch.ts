import type { Clock } from "../clock";
import { rhythms } from "../limits";
import { pause } from "../waiting";
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
    if (running && (listenerEnded || !(await workerRuns()))) {
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
