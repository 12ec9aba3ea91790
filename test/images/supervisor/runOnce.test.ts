import assert from "node:assert/strict";
import { Fixture } from "../../sandbox/azuredevops/fixture";
import { eventually, SupervisedContainer } from "./support/supervisedContainer";

describe("Supervisor: run once", function () {
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

  const once = { AGENT_RUN_ONCE: "true" };
  const result = async (job: number) => (await container.job(job))["result"] ?? undefined;

  it("F121: ends with 0 after its one job, whatever the job's result, and leaves no agent", async () => {
    const run = container.start("run", once);
    await container.untilListening(run);
    const [job, next] = [await container.queueJob({ script: "exit 3" }), await container.queueJob()];
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.equal(await result(job), "failed");
    assert.equal(await result(next), undefined);
    assert.deepEqual(await container.agents(), []);
  });

  it("F82: a listener that would take a second job does not get one", async () => {
    container.misbehave({ secondJob: true });
    const run = container.start("run", once);
    await container.untilListening(run);
    const [job, next] = [await container.queueJob({ seconds: 1 }), await container.queueJob()];
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.equal(await result(job), "succeeded");
    assert.equal(await result(next), undefined);
    assert.deepEqual(await container.agents(), []);
  });

  it("F84: ends although the listener hangs after its job", async () => {
    container.misbehave({ hang: "afterJob" });
    const run = container.start("run", once);
    await container.untilListening(run);
    const job = await container.queueJob({ seconds: 4 });
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.match(output, /the listener has not ended within/);
    assert.equal(await result(job), "succeeded");
    assert.deepEqual(await container.agents(), []);
    assert.deepEqual(container.processes("Agent.Listener"), []);
  });

  it("F10: an update before any job is no run: the listener is started again when the update is over", async () => {
    container.misbehave({ update: { when: "start", seconds: 2, outcome: "succeed" } });
    const run = container.start("run", once);
    await eventually("update", run, () => run.output().match(/it updates itself/) ?? undefined);
    container.misbehave({});
    await container.untilListening(run);
    assert.match(run.output(), /The agent's update of itself has succeeded/);
    const job = await container.queueJob();
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.equal(await result(job), "succeeded");
  });

  it("an update after the one job means that it is over", async () => {
    container.misbehave({ update: { when: "afterJob", seconds: 1, outcome: "none" } });
    const run = container.start("run", once);
    await container.untilListening(run);
    const job = await container.queueJob({ seconds: 4 });
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.match(output, /The listener ended with 4: the one job is over/);
    assert.equal(await result(job), "succeeded");
    assert.deepEqual(await container.agents(), []);
  });

  it("outside run-once, an update that failed is told of, and the listener is started again", async () => {
    container.misbehave({ update: { when: "start", seconds: 1, outcome: "failed" } });
    const run = container.start("run");
    await eventually("update", run, () => run.output().match(/ended with 3: it updates itself/) ?? undefined);
    container.misbehave({});
    await container.untilListening(run);
    assert.match(run.output(), /warning: The agent's update of itself has failed/);
  });
});
