import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Fixture } from "../../sandbox/azuredevops/fixture";
import { eventually, SupervisedContainer } from "./support/supervisedContainer";

describe("Supervisor: stop", function () {
  this.timeout(120_000);
  let service: Fixture;
  let container: SupervisedContainer;
  beforeEach(async () => {
    service = await Fixture.open({ messagePollSeconds: 1 });
    container = await SupervisedContainer.open(service);
  });
  afterEach(async () => {
    container.close();
    await service.close();
  });

  it("F90: SIGTERM during a job disables the agent, lets the job end with all its files, then removes the agent", async () => {
    const run = container.start("run");
    await container.untilListening(run);
    const job = await container.queueJob({ script: "touch made-by-the-job; sleep 3; test -f made-by-the-job" });
    await container.untilJobRuns(run);
    run.process.kill("SIGTERM");
    await eventually("disabled", run, async () => (await container.agents())[0]?.["enabled"] === false || undefined);
    assert.equal((await container.job(job))["result"] ?? null, null);
    assert.equal(await container.health(), 1);
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.equal((await container.job(job))["result"], "succeeded");
    assert.deepEqual(await container.agents(), []);
    assert.equal(existsSync(join(container.agentFolder, "_work")), true);
  });

  it("gets no further job once it is to go", async () => {
    const run = container.start("run");
    await container.untilListening(run);
    await container.queueJob({ script: "sleep 3" });
    await container.untilJobRuns(run);
    run.process.kill("SIGTERM");
    await eventually("disabled", run, async () => (await container.agents())[0]?.["enabled"] === false || undefined);
    const late = await container.queueJob();
    assert.equal((await run.ended).code, 0);
    assert.equal((await container.job(late))["result"] ?? null, null);
  });

  it("a second signal has the job cancelled and reported, ends its processes and removes the agent", async () => {
    const run = container.start("run");
    await container.untilListening(run);
    const job = await container.queueJob({ script: "sleep 600" });
    await container.untilJobRuns(run);
    run.process.kill("SIGTERM");
    await eventually("draining", run, () => run.output().match(/Waiting for Job to end/) ?? undefined);
    run.process.kill("SIGINT");
    const { code, output } = await run.ended;
    assert.equal(code, 17, output);
    assert.equal((await container.job(job))["result"], "canceled");
    assert.deepEqual(await container.agents(), []);
    assert.deepEqual([...container.processes("Agent.Listener"), ...container.processes("Agent.Worker")], []);
  });

  it("the drain limit cuts a job off as a second signal does", async () => {
    const run = container.start("run", { AZP_DRAIN_TIMEOUT_MINUTES: "0" });
    await container.untilListening(run);
    const job = await container.queueJob({ script: "sleep 600" });
    await container.untilJobRuns(run);
    run.process.kill("SIGTERM");
    const { code, output } = await run.ended;
    assert.equal(code, 17, output);
    assert.match(output, /cut off \(the drain limit\)/);
    assert.equal((await container.job(job))["result"], "canceled");
    assert.deepEqual(await container.agents(), []);
  });

  it("F09: a removal that fails twice is tried again, and the answer of the service alone does not count", async () => {
    const run = container.start("run");
    await container.untilListening(run);
    for (const status of [503, 429]) {
      service.emulator.faults.add({ method: "DELETE", path: "/agents/", effect: { kind: "answer", status } });
    }
    run.process.kill("SIGTERM");
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.match(output, /The agent is not removed yet/);
    assert.deepEqual(await container.agents(), []);
  });

  it("SIGTERM before the registration leaves nothing behind", async () => {
    const run = container.start("run");
    await eventually("connect", run, () => run.output().match(/Looking for agent pool/) ?? undefined);
    run.process.kill("SIGTERM");
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.deepEqual(await container.agents(), []);
  });
});
