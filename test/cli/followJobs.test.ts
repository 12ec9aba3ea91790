import assert from "node:assert/strict";
import { followJobs } from "../../cli/sandbox/followJobs";
import type { JobState } from "../../cli/sandbox/organizationClient";

/** Plays a job's states, one for each time that it is asked for; the last one stays. */
async function follow(...states: Partial<JobState>[]): Promise<readonly string[]> {
  const printed: string[] = [];
  let next = 0;
  await followJobs([7], {
    job: async (requestId) => ({
      requestId,
      received: false,
      log: "",
      ...states[Math.min(next++, states.length - 1)],
    }),
    nodeOf: async (agent) => (agent === "pod-1" ? "akswin000000" : undefined),
    print: (line) => printed.push(line.replace(/^\d\d:\d\d:\d\d {2}/, "")),
  });
  return printed;
}

describe("following jobs", () => {
  it("tells each change once, with the node of the agent's pod", async () => {
    assert.deepEqual(
      await follow(
        {},
        {},
        { agent: "pod-1" },
        { agent: "pod-1", received: true },
        { agent: "pod-1", received: true },
        { agent: "pod-1", received: true, result: "succeeded" },
      ),
      ["job 7  queued", "job 7  running on pod-1 (node akswin000000)", "job 7  succeeded"],
    );
  });

  it("leaves the node out where the cluster does not know the agent", async () => {
    assert.deepEqual(await follow({ agent: "vm", received: true, result: "failed" }), [
      "job 7  running on vm",
      "job 7  failed",
    ]);
  });

  it("shows what the job wrote when it is over", async () => {
    assert.deepEqual(await follow({ agent: "vm", received: true, result: "failed", log: "one\n\ntwo\n" }), [
      "job 7  running on vm",
      "job 7  failed",
      "          | one",
      "          | two",
    ]);
  });

  it("knows that a job has run whose agent is gone", async () => {
    assert.deepEqual(await follow({ agent: "vm", received: true }, { received: true, result: "succeeded" }), [
      "job 7  running on vm",
      "job 7  succeeded",
    ]);
  });

  it("says when a job ended without having run", async () => {
    assert.deepEqual(await follow({}, { result: "canceled" }), [
      "job 7  queued",
      "job 7  canceled, without having run",
    ]);
  });
});
