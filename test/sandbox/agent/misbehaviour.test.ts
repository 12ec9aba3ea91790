import assert from "node:assert/strict";
import { Fixture } from "../azuredevops/fixture";
import { AgentFixture, eventually } from "./agentFixture";

describe("Stand-in for the agent: misbehaviour on demand", () => {
  let service: Fixture;
  let agent: AgentFixture;
  beforeEach(async () => {
    service = await Fixture.open({ messagePollSeconds: 1 });
    await service.request("POST", "_apis/distributedtask/pools", { name: "win22" });
    agent = await AgentFixture.open(service, "win22", "pod-1");
    const { code, output } = await agent.configure();
    assert.equal(code, 0, output);
  });
  afterEach(async () => {
    agent.close();
    await service.close();
  });

  const queue = (count = 1, seconds = 0.05) => service.administer("POST", "pools/win22/jobs", { seconds, count });
  const results = async () => {
    const jobs = [1, 2].map((id) => service.administer("GET", `pools/win22/jobs/${id}`));
    return (await Promise.all(jobs)).map(({ result }) => result);
  };
  const once = () => agent.listener(["run", "--once"]);
  const status = async () => (await agent.inService())?.["status"];
  const updateLog = (end: string) =>
    eventually(`the update's ${end}`, () => agent.diagnostics("SelfUpdate-").find((name) => name.endsWith(end)));

  for (const when of ["start", "beforeJob"] as const) {
    it(`ends with a code before any job: ${when}`, async () => {
      await queue();
      agent.misbehave({ exit: { when, code: 2 } });

      assert.equal((await once().ended).code, 2);
      assert.deepEqual((await results())[0], undefined);
    });
  }

  it("ends with a code after its job", async () => {
    await queue();
    agent.misbehave({ exit: { when: "afterJob", code: 1 } });

    assert.equal((await once().ended).code, 1);
    assert.equal((await results())[0], "succeeded");
  });

  it("F10: ends with 4 for an update without having had a job, and then has one", async () => {
    await queue();
    agent.misbehave({ update: { when: "start", seconds: 0.1, outcome: "succeed" } });

    const codes = [(await once().ended).code];
    await updateLog(".log.succeed");
    codes.push((await once().ended).code);

    assert.deepEqual([codes, (await results())[0]], [[4, 0], "succeeded"]);
  });

  it("ends with 4 for an update when its one job is over", async () => {
    await queue(2);
    agent.misbehave({ update: { when: "afterJob", seconds: 0, outcome: "failed" } });

    assert.equal((await once().ended).code, 4);
    assert.deepEqual(await results(), ["succeeded", undefined]);
    await updateLog(".log.failed");
  });

  it("ends with 3 for an update as a service, and nobody starts it again", async () => {
    agent.misbehave({ update: { when: "start", seconds: 0, outcome: "succeed" } });

    const { code } = await agent.listener(["run", "--startuptype", "service"]).ended;

    assert.equal(code, 3);
    await updateLog(".log.succeed");
    assert.equal(await status(), "offline");
  });

  it("hangs after its job, with its session ended", async () => {
    await queue();
    agent.misbehave({ hang: "afterJob" });
    const listener = once();

    await eventually("end of the session", async () => {
      return (await results())[0] === "succeeded" && (await status()) === "offline" ? true : undefined;
    });
    listener.process.kill("SIGINT");
    listener.process.kill("SIGKILL");
    assert.equal((await listener.ended).signal, "SIGKILL");
  });

  it("hangs at its start, before the service sees it", async () => {
    agent.misbehave({ hang: "start" });
    const listener = once();

    await eventually("log", () => agent.diagnostics("Agent_")[0]);
    assert.equal(await status(), "offline");
    listener.process.kill("SIGTERM");
    assert.equal((await listener.ended).signal, "SIGTERM");
  });

  it("takes a second job in spite of --once", async () => {
    await queue(2);
    agent.misbehave({ secondJob: true });

    assert.equal((await once().ended).code, 0);
    assert.deepEqual(await results(), ["succeeded", "succeeded"]);
  });

  it("does not react to SIGINT", async () => {
    await queue(1, 0.8);
    agent.misbehave({ ignoreInterrupt: true });
    const listener = once();
    await eventually("worker", () => agent.diagnostics("Worker_")[0]);

    listener.process.kill("SIGINT");

    assert.equal((await listener.ended).code, 0);
    assert.equal((await results())[0], "succeeded");
  });

  it("loses its worker, and reports the job as failed", async () => {
    await queue(1, 0.2);
    agent.misbehave({ crashWorker: true });

    assert.equal((await once().ended).code, 0);
    assert.equal((await results())[0], "failed");
  });
});
