import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Fixture } from "../../sandbox/azuredevops/fixture";
import { eventually, poolName, procFile, SupervisedContainer } from "./support/supervisedContainer";

describe("Supervisor: run", function () {
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

  it("registers the agent, lets it do jobs, and removes it after SIGTERM", async () => {
    const run = container.start("run");
    await container.untilListening(run);
    const job = await container.queueJob();
    await eventually("job", run, async () => (await container.job(job))["result"]);
    run.process.kill("SIGTERM");
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.deepEqual(await container.agents(), []);
  });
});
