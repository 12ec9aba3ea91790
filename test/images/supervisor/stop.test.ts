import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { record } from "../../sandbox/azuredevops/fixture";
import { RecordedService, type Exchange } from "./support/recordedService";
import { supervised } from "./support/supervised";
import { eventually } from "./support/supervisedContainer";

describe("Supervisor: stop", function () {
  this.timeout(120_000);
  const pod = supervised();

  it("F82: leaves in order: disabled, then read without a job, then without a listener, then deleted, then not found", async () => {
    const front = await RecordedService.open(pod.service.emulator.url);
    try {
      const run = pod.container.start("run", { AZP_URL: `${front.url}/contoso` });
      await pod.container.untilListening(run);
      await pod.container.queueJob({ script: "sleep 2" });
      await pod.container.untilJobRuns(run);
      const order: string[] = [];
      const note = (what: string | undefined) => {
        if (what !== undefined && what !== order.at(-1)) {
          order.push(what);
        }
      };
      front.watch = {
        asked: () => note(pod.container.processes("Agent.Listener").length === 0 ? "no listener runs" : undefined),
        answered: (exchange) => note(exchange.bySupervisor ? stepOf(exchange) : undefined),
      };
      run.process.kill("SIGTERM");
      assert.equal((await run.ended).code, 0);
      assert.deepEqual(order, [
        "has a job",
        "disabled",
        "has a job",
        "has no job",
        "no listener runs",
        "deleted",
        "no listener runs",
        "not found",
      ]);
    } finally {
      front.close();
    }
  });

  it("F90: SIGTERM during a job deletes nothing in the work folder, lets the job end, then removes the agent", async () => {
    const work = join(pod.container.agentFolder, "_work");
    mkdirSync(join(work, "_tool", "node"), { recursive: true });
    writeFileSync(join(work, "_tool", "node", "cached"), "");
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    const job = await pod.container.queueJob({ script: "touch made-by-the-job; sleep 3; test -f made-by-the-job" });
    await pod.container.untilJobRuns(run);
    const made = () => filesIn(work).find((file) => file.endsWith("made-by-the-job"));
    await eventually("file of the job", run, made);
    const files = filesIn(work);
    run.process.kill("SIGTERM");
    await pod.container.untilDisabled(run);
    assert.equal((await pod.container.job(job))["result"] ?? null, null);
    assert.equal(await pod.container.health(), 1);
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.equal((await pod.container.job(job))["result"], "succeeded");
    assert.deepEqual(await pod.container.agents(), []);
    assert.equal(files.length >= 2, true);
    assert.deepEqual(
      files.filter((file) => !existsSync(join(work, file))),
      [],
    );
  });

  it("gets no further job once it is to go", async () => {
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    await pod.container.queueJob({ script: "sleep 3" });
    await pod.container.untilJobRuns(run);
    run.process.kill("SIGTERM");
    await pod.container.untilDisabled(run);
    const late = await pod.container.queueJob();
    assert.equal((await run.ended).code, 0);
    assert.equal((await pod.container.job(late))["result"] ?? null, null);
  });

  it("a second signal has the job cancelled and reported, ends its processes and removes the agent", async () => {
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    const job = await pod.container.queueJob({ script: "sleep 600" });
    await pod.container.untilJobRuns(run);
    run.process.kill("SIGTERM");
    await eventually("draining", run, () => run.output().match(/Waiting for Job to end/) ?? undefined);
    run.process.kill("SIGINT");
    const { code, output } = await run.ended;
    assert.equal(code, 17, output);
    assert.equal((await pod.container.job(job))["result"], "canceled");
    assert.deepEqual(await pod.container.agents(), []);
    assert.deepEqual([...pod.container.processes("Agent.Listener"), ...pod.container.processes("Agent.Worker")], []);
  });

  it("the drain limit cuts a job off as a second signal does", async () => {
    const run = pod.container.start("run", { AZP_DRAIN_TIMEOUT_MINUTES: "0" });
    await pod.container.untilListening(run);
    const job = await pod.container.queueJob({ script: "sleep 600" });
    await pod.container.untilJobRuns(run);
    run.process.kill("SIGTERM");
    const { code, output } = await run.ended;
    assert.equal(code, 17, output);
    assert.match(output, /cut off \(the drain limit\)/);
    assert.equal((await pod.container.job(job))["result"], "canceled");
    assert.deepEqual(await pod.container.agents(), []);
  });

  it("F09: a removal that fails twice is tried again, and the answer of the service alone does not count", async () => {
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    for (const status of [503, 429]) {
      pod.service.emulator.faults.add({ method: "DELETE", path: "/agents/", effect: { kind: "answer", status } });
    }
    run.process.kill("SIGTERM");
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.match(output, /The agent is not removed yet/);
    assert.deepEqual(await pod.container.agents(), []);
  });

  it("SIGTERM before the registration leaves nothing behind", async () => {
    const run = pod.container.start("run");
    await eventually("connect", run, () => run.output().match(/Looking for agent pool/) ?? undefined);
    run.process.kill("SIGTERM");
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.deepEqual(await pod.container.agents(), []);
  });
});

/** What a request of the supervisor has shown or done. */
function stepOf({ method, body, status, answer }: Exchange): string {
  if (method === "PATCH") {
    return record(JSON.parse(body))["enabled"] === false ? "disabled" : "enabled";
  }
  if (method === "DELETE") {
    return "deleted";
  }
  if (status === 404) {
    return "not found";
  }
  return (record(JSON.parse(answer))["assignedRequest"] ?? null) === null ? "has no job" : "has a job";
}

/** Paths under the folder. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" });
}
