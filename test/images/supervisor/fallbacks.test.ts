import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Fixture } from "../../sandbox/azuredevops/fixture";
import { eventually, SupervisedContainer } from "./support/supervisedContainer";

describe("Supervisor: fallbacks", function () {
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

  const result = async (job: number) => (await container.job(job))["result"] ?? undefined;

  for (const silentNotifications of ["unconnected", "connected"] as const) {
    it(`a run-once agent ends after its one job although its listener tells nobody of it: ${silentNotifications}`, async () => {
      container.misbehave({ silentNotifications });
      const run = container.start("run", { AGENT_RUN_ONCE: "true" });
      await container.untilListening(run);
      const [job, next] = [await container.queueJob({ seconds: 5 }), await container.queueJob()];
      await eventually("disabled", run, async () => (await container.agents())[0]?.["enabled"] === false || undefined);
      assert.equal(await result(job), undefined);
      const { code, output } = await run.ended;
      assert.equal(code, 0, output);
      assert.match(output, /The listener ended with 0: the one job is over/);
      assert.deepEqual([await result(job), await result(next)], ["succeeded", undefined]);
      assert.deepEqual(await container.agents(), []);
    });
  }

  it("health goes by what run has written when its socket does not answer, and not when run has ended", async () => {
    const run = container.start("run");
    await container.untilListening(run);
    rmSync(join(container.folder, "run", "supervisor.sock"));
    const health = async () => {
      const { code, output } = await container.start("health").ended;
      return [code, output.trim()];
    };
    assert.deepEqual(await health(), [0, "listening"]);
    await container.queueJob({ script: "sleep 3" });
    await container.untilJobRuns(run);
    run.process.kill("SIGTERM");
    await eventually("disabled", run, async () => (await container.agents())[0]?.["enabled"] === false || undefined);
    assert.deepEqual(await health(), [1, "leaving"]);
    run.process.kill("SIGKILL");
    await run.ended;
    assert.deepEqual(await health(), [1, "The supervisor does not answer."]);
  });

  it("health goes by what run has written when run is too busy to answer", async () => {
    const run = container.start("run");
    await container.untilListening(run);
    run.process.kill("SIGSTOP");
    assert.equal(await container.health(), 0);
  });
});
