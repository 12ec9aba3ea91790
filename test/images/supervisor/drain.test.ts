import assert from "node:assert/strict";
import { supervised } from "./support/supervised";
import { eventually } from "./support/supervisedContainer";

describe("Supervisor: drain and health", function () {
  this.timeout(120_000);
  const pod = supervised();

  it("F37: drain waits for the job and the removal, and run lives until drain has its answer", async () => {
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    const job = await pod.container.queueJob({ script: "sleep 3" });
    await pod.container.untilJobRuns(run);
    const drain = pod.container.start("drain");
    const first = await Promise.race([run.ended.then(() => "run"), drain.ended.then(() => "drain")]);
    assert.equal(first, "drain");
    const { code, output } = await drain.ended;
    assert.equal(code, 0, output);
    assert.equal((await pod.container.job(job))["result"], "succeeded");
    assert.deepEqual(await pod.container.agents(), []);
    assert.equal((await run.ended).code, 0);
  });

  it("several drains and a signal are one drain", async () => {
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    const job = await pod.container.queueJob({ script: "sleep 2" });
    await pod.container.untilJobRuns(run);
    const drains = [pod.container.start("drain"), pod.container.start("drain")];
    await eventually("drain", run, () => run.output().match(/Told to drain/) ?? undefined);
    run.process.kill("SIGTERM");
    assert.deepEqual(await Promise.all(drains.map(async ({ ended }) => (await ended).code)), [0, 0]);
    assert.equal((await pod.container.job(job))["result"], "succeeded");
  });

  it("drain takes the agent out itself when run was killed, and lets its job end first", async () => {
    const run = pod.container.start("run", { AZP_TOKEN_FILE: "", AZP_TOKEN: pod.container.token });
    await pod.container.untilListening(run);
    const job = await pod.container.queueJob({ script: "sleep 3" });
    await pod.container.untilJobRuns(run);
    run.process.kill("SIGKILL");
    await run.ended;
    const { code, output } = await pod.container.start("drain", { AZP_TOKEN_FILE: "", AZP_TOKEN: pod.container.token })
      .ended;
    assert.equal(code, 0, output);
    assert.match(output, /The supervisor does not answer/);
    assert.equal((await pod.container.job(job))["result"], "succeeded");
    assert.deepEqual(await pod.container.agents(), []);
    assert.deepEqual(pod.container.processes("Agent.Listener"), []);
  });

  it("drain takes the agent out itself when run hangs", async () => {
    const run = pod.container.start("run", { AZP_TOKEN_FILE: "", AZP_TOKEN: pod.container.token });
    await pod.container.untilListening(run);
    run.process.kill("SIGSTOP");
    const { code, output } = await pod.container.start("drain", { AZP_TOKEN_FILE: "", AZP_TOKEN: pod.container.token })
      .ended;
    assert.equal(code, 0, output);
    assert.deepEqual(await pod.container.agents(), []);
  });

  it("health is 0 only while the agent is online and may get jobs", async () => {
    assert.equal(await pod.container.health(), 1);
    const run = pod.container.start("run");
    assert.equal(await pod.container.health(), 1);
    await pod.container.untilListening(run);
    assert.equal(await pod.container.health(), 0);
    await pod.container.queueJob({ script: "sleep 3" });
    await pod.container.untilJobRuns(run);
    assert.equal(await pod.container.health(), 0);
    run.process.kill("SIGTERM");
    await eventually("leaving", run, async () => (await pod.container.health()) === 1 || undefined);
    await run.ended;
    assert.equal(await pod.container.health(), 1);
  });
});
