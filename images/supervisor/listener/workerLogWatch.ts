import type { Clock } from "../clock";
import { rhythms } from "../agent/limits";
import { pause } from "../agent/waiting";
import type { JobEvents } from "./listener";
import { workerLogs } from "./workerLogs";

export interface WorkerLogWatch {
  /** For what the listener tells of its jobs by itself: once it does, the logs are of no interest any more. */
  readonly told: JobEvents;
  /** Tells of jobs that only their logs have shown, and ends the watching. */
  stop(): Promise<void>;
}

/** Tells of jobs by the logs of their workers, as long as the listener does not do it by itself. No job is told of twice. */
export function watchWorkerLogs(
  agentFolder: string,
  clock: Clock,
  events: JobEvents,
  workerRuns: () => Promise<boolean>,
): WorkerLogWatch {
  const over = new AbortController();
  const before = workerLogs(agentFolder);
  let heard = false;
  let closed = false;
  let seen = 0;
  let running = false;
  let looksWithoutWorker = 0;
  const begin = () => {
    running = true;
    events.jobStarted();
  };
  const finish = () => {
    running = false;
    looksWithoutWorker = 0;
    events.jobFinished();
  };
  const look = async (listenerEnded: boolean) => {
    const known = await before;
    const fresh = [...(await workerLogs(agentFolder))].filter((name) => !known.has(name)).length;
    const withoutWorker = running && !(await workerRuns());
    if (heard) {
      return;
    }
    if (fresh > seen) {
      seen = fresh;
      // A worker begins a new file every 8 MB (azure-pipelines-agent HostTraceListener.cs): that is the same job.
      if (running && looksWithoutWorker > 0) {
        finish();
      }
      if (!running) {
        begin();
      }
    } else {
      // The listener reports the job after its worker's end: it gets the time of another look for that.
      looksWithoutWorker = withoutWorker ? looksWithoutWorker + 1 : 0;
    }
    if (running && (listenerEnded || looksWithoutWorker > 2)) {
      finish();
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
    told: {
      jobStarted: () => {
        // Its log may have been seen a moment earlier, also when the listener's end was.
        const known = !heard && (running || (closed && seen > 0));
        heard = true;
        if (!known) {
          events.jobStarted();
        }
      },
      jobFinished: () => {
        heard = true;
        events.jobFinished();
      },
    },
    stop: async () => {
      over.abort();
      await watching;
      await look(true);
      closed = true;
    },
  };
}
