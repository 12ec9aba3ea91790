import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { supervised } from "./support/supervised";
import { eventually } from "./support/supervisedContainer";

describe("Supervisor: fallbacks", function () {
  this.timeout(120_000);
  const pod = supervised();

  const result = async (job: number) => (await pod.container.job(job))["result"] ?? undefined;

  for (const silentNotifications of ["unconnected", "connected"] as const) {
    it(`a run-once agent ends after its one job although its listener tells nobody of it: ${silentNotifications}`, async () => {
      pod.container.misbehave({ silentNotifications });
      const run = pod.container.start("run", { AGENT_RUN_ONCE: "true" });
      await pod.container.untilListening(run);
      const [job, next] = [await pod.container.queueJob({ seconds: 5 }), await pod.container.queueJob()];
      await eventually(
        "disabled",
        run,
        async () => (await pod.container.agents())[0]?.["enabled"] === false || undefined,
      );
      assert.equal(await result(job), undefined);
      const { code, output } = await run.ended;
      assert.equal(code, 0, output);
      assert.match(output, /The listener ended with 0: the one job is over/);
      assert.deepEqual([await result(job), await result(next)], ["succeeded", undefined]);
      assert.deepEqual(await pod.container.agents(), []);
    });
  }

  it("health goes by what run has written when its socket does not answer, and not when run has ended", async () => {
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    rmSync(join(pod.container.folder, "run", "supervisor.sock"));
    const health = async () => {
      const { code, output } = await pod.container.start("health").ended;
      return [code, output.trim()];
    };
    assert.deepEqual(await health(), [0, "listening"]);
    await pod.container.queueJob({ script: "sleep 3" });
    await pod.container.untilJobRuns(run);
    run.process.kill("SIGTERM");
    await pod.container.untilDisabled(run);
    assert.deepEqual(await health(), [1, "leaving"]);
    run.process.kill("SIGKILL");
    await run.ended;
    assert.deepEqual(await health(), [1, "The supervisor does not answer."]);
  });

  it("health goes by what run has written when run is too busy to answer", async () => {
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    run.process.kill("SIGSTOP");
    assert.equal(await pod.container.health(), 0);
  });
});
