import assert from "node:assert/strict";
import { supervised } from "./support/supervised";
import { eventually } from "./support/supervisedContainer";

describe("Supervisor: run once", function () {
  this.timeout(120_000);
  const pod = supervised();

  const once = { AGENT_RUN_ONCE: "true" };
  const result = async (job: number) => (await pod.container.job(job))["result"] ?? undefined;

  it("F121: ends with 0 after its one job, whatever the job's result, and leaves no agent", async () => {
    const run = pod.container.start("run", once);
    await pod.container.untilListening(run);
    const [job, next] = [await pod.container.queueJob({ script: "exit 3" }), await pod.container.queueJob()];
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.equal(await result(job), "failed");
    assert.equal(await result(next), undefined);
    assert.deepEqual(await pod.container.agents(), []);
  });

  it("F82: a listener that would take a second job does not get one", async () => {
    pod.container.misbehave({ secondJob: true });
    const run = pod.container.start("run", once);
    await pod.container.untilListening(run);
    const [job, next] = [await pod.container.queueJob({ seconds: 1 }), await pod.container.queueJob()];
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.equal(await result(job), "succeeded");
    assert.equal(await result(next), undefined);
    assert.deepEqual(await pod.container.agents(), []);
  });

  it("F84: ends although the listener hangs after its job", async () => {
    pod.container.misbehave({ hang: "afterJob" });
    const run = pod.container.start("run", once);
    await pod.container.untilListening(run);
    const job = await pod.container.queueJob({ seconds: 4 });
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.match(output, /the listener has not ended within/);
    assert.equal(await result(job), "succeeded");
    assert.deepEqual(await pod.container.agents(), []);
    assert.deepEqual(pod.container.processes("Agent.Listener"), []);
  });

  it("F10: an update before any job is no run: the listener is started again when the update is over", async () => {
    pod.container.misbehave({ update: { when: "start", seconds: 2, outcome: "succeed" } });
    const run = pod.container.start("run", once);
    await eventually("update", run, () => run.output().match(/it updates itself/) ?? undefined);
    pod.container.misbehave({});
    await pod.container.untilListening(run);
    assert.match(run.output(), /The agent's update of itself has succeeded/);
    const job = await pod.container.queueJob();
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.equal(await result(job), "succeeded");
  });

  it("an update after the one job means that it is over", async () => {
    pod.container.misbehave({ update: { when: "afterJob", seconds: 1, outcome: "none" } });
    const run = pod.container.start("run", once);
    await pod.container.untilListening(run);
    const job = await pod.container.queueJob({ seconds: 4 });
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.match(output, /The listener ended with 4: the one job is over/);
    assert.equal(await result(job), "succeeded");
    assert.deepEqual(await pod.container.agents(), []);
  });

  it("outside run-once, an update that failed is told of, and the listener is started again", async () => {
    pod.container.misbehave({ update: { when: "start", seconds: 1, outcome: "failed" } });
    const run = pod.container.start("run");
    await eventually("update", run, () => run.output().match(/ended with 3: it updates itself/) ?? undefined);
    pod.container.misbehave({});
    await pod.container.untilListening(run);
    assert.match(run.output(), /warning: The agent's update of itself has failed/);
  });
});
