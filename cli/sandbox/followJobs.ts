import { setTimeout as pause } from "node:timers/promises";
import type { JobState } from "./organizationClient";

/** What following jobs needs of the world. */
export interface JobSource {
  /** The job as it is now. */
  readonly job: (requestId: number) => Promise<JobState>;
  /** The node that the agent's pod is on, if the cluster can tell. */
  readonly nodeOf: (agent: string) => Promise<string | undefined>;
  readonly print: (line: string) => void;
}

const pauseMilliseconds = 300;

/** Prints a line for each change of each job until all are over; resolves to how they are then. */
export async function followJobs(requestIds: readonly number[], source: JobSource): Promise<readonly JobState[]> {
  const known = new Map<number, JobState>();
  for (;;) {
    for (const requestId of requestIds.filter((id) => known.get(id)?.result === undefined)) {
      const before = known.get(requestId);
      const now = await source.job(requestId);
      known.set(requestId, now);
      await tell(before, now, source);
    }
    const jobs = [...known.values()];
    if (jobs.every(({ result }) => result !== undefined)) {
      return jobs;
    }
    await pause(pauseMilliseconds);
  }
}

async function tell(before: JobState | undefined, now: JobState, { nodeOf, print }: JobSource): Promise<void> {
  const line = (text: string) => print(`${new Date().toLocaleTimeString("en-GB")}  job ${now.requestId}  ${text}`);
  if (before === undefined && now.agent === undefined && now.result === undefined) {
    line("queued");
  }
  if (now.agent !== undefined && now.received && before?.received !== true) {
    const node = await nodeOf(now.agent);
    line(`running on ${now.agent}${node === undefined ? "" : ` (node ${node})`}`);
  }
  if (now.result !== undefined) {
    // Its agent may be gone by now, and its name with it.
    line(now.received ? now.result : `${now.result}, without having run`);
    for (const text of now.log.split("\n").filter((entry) => entry !== "")) {
      print(`          | ${text}`);
    }
  }
}
