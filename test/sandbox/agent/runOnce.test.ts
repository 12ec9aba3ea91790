import assert from "node:assert/strict";
import { Fixture } from "../azuredevops/fixture";
import { AgentFixture, eventually } from "./agentFixture";

describe("Stand-in for the agent: run --once", () => {
  let service: Fixture;
  let agent: AgentFixture;
  before(async () => {
    service = await Fixture.open();
    await service.request("POST", "_apis/distributedtask/pools", { name: "win22" });
  });
  after(() => service.close());
  beforeEach(async () => {
    agent = await AgentFixture.open(service, "win22", "pod-1");
    const configured = await agent.configure(["--replace"]);
    assert.equal(configured.code, 0, configured.output);
  });
  afterEach(() => agent.close());

  it("F121: runs one job and ends with 0, whatever the job's result", async () => {
    const jobs = await service.administer("POST", "pools/win22/jobs", { seconds: 0.1, result: "failed", count: 2 });
    assert.equal(jobs["count"], 2);
    const run = await agent.listener(["run", "--once"]).ended;
    assert.equal(run.code, 0, run.output);
    const first = await service.administer("GET", "pools/win22/jobs/1");
    const second = await service.administer("GET", "pools/win22/jobs/2");
    assert.deepEqual([first["result"], second["result"], second["assignTime"]], ["failed", undefined, undefined]);
    await eventually("offline", async () => ((await agent.inService())?.["status"] === "offline" ? true : undefined));
  });
});
