import assert from "node:assert/strict";
import { TaskAgentStatus, TaskResult, type TaskAgent } from "azure-devops-node-api/interfaces/TaskAgentInterfaces";
import type { ITaskAgentApi } from "azure-devops-node-api/TaskAgentApi";
import { Fixture } from "./fixture";

describe("Azure DevOps emulator: agents and sessions", () => {
  let fixture: Fixture;
  let taskAgent: ITaskAgentApi;
  let pool: number;
  let now = new Date();
  before(async () => {
    fixture = await Fixture.open({ now: () => now, messagePollSeconds: 0.2 });
    taskAgent = await (await fixture.webApi()).getTaskAgentApi();
    pool = Number((await taskAgent.addAgentPool({ name: "win22" })).id);
  });
  after(() => fixture.close());

  const register = async (name: string, capabilities: Record<string, string> = {}): Promise<number> =>
    Number((await taskAgent.addAgent(registration(name, capabilities), pool)).id);
  const listen = async (agent: number, name: string) =>
    String(
      (await taskAgent.createAgentSession({ ownerName: name, agent: { id: agent, name, version: "5.278.0" } }, pool))
        .sessionId,
    );
  const queueJob = (demands: string[]) => fixture.administer("POST", "pools/win22/jobs", { demands });

  it("registers an agent with the body that the agent sends", async () => {
    const agent = await taskAgent.addAgent(registration("pod-1", { "Agent.OS": "Windows_NT" }), pool);

    assert.deepEqual(
      [agent.enabled, agent.status, agent.maxParallelism, agent.systemCapabilities],
      [true, TaskAgentStatus.Offline, 1, { "Agent.OS": "Windows_NT" }],
    );
    assert.match(agent.authorization?.authorizationUrl ?? "", /\/_apis\/oauth2\/token$/);
  });

  it("refuses a second agent of one name in a pool", async () => {
    await register("same");

    await assert.rejects(register("Same"), /Pool win22 already contains an agent with name Same\./);
  });

  it("shows capabilities only to who asks", async () => {
    const id = await register("shy", { secretless: "1" });

    const [plain] = await taskAgent.getAgents(pool, "shy");
    const [full] = await taskAgent.getAgents(pool, "shy", true);

    assert.deepEqual(
      [plain?.id, plain?.systemCapabilities, full?.systemCapabilities],
      [id, undefined, { secretless: "1" }],
    );
  });

  it("keeps an agent out of service until it is told otherwise, also over a replacement", async () => {
    const id = await register("drained");
    await taskAgent.updateAgent({ id, name: "drained", enabled: false, version: "5.278.0" }, pool, id);

    // config --replace writes back the record that it read
    const read = await taskAgent.getAgent(pool, id, true);
    const replaced = await taskAgent.replaceAgent({ ...read, version: "5.279.0" }, pool, id);

    assert.deepEqual([replaced.enabled, replaced.version, replaced.id], [false, "5.279.0", id]);
  });

  it("F07: refuses a second session of an agent until the first is gone or five minutes silent", async () => {
    const id = await register("restarted");
    await listen(id, "restarted");
    const second = () =>
      taskAgent.createAgentSession({ ownerName: "b", agent: { id, name: "restarted", version: "5.278.0" } }, pool);

    await assert.rejects(second(), (error: Error & { statusCode?: number }) => {
      assert.equal(error.statusCode, 409);
      assert.match(error.message, /^The task agent restarted already has an active session for owner restarted\./);
      return true;
    });
    now = new Date(now.getTime() + 5 * 60 * 1000 + 1000);
    assert.ok((await second()).sessionId);
  });

  it("shows an agent online as long as it has a session", async () => {
    const id = await register("on-and-off");
    const status = async () => (await taskAgent.getAgent(pool, id)).status;

    const session = await listen(id, "on-and-off");
    const during = await status();
    await taskAgent.deleteAgentSession(pool, session);

    assert.deepEqual([during, await status()], [TaskAgentStatus.Online, TaskAgentStatus.Offline]);
  });

  it("hands a job to an idle agent that meets its demands, by its next message", async () => {
    const id = await register("worker", { kit: "11.0" });
    const session = await listen(id, "worker");
    const message = taskAgent.getMessage(pool, session);

    await queueJob(["kit -equals 11.0", "Agent.Version -gtVersion 4.0.0"]);

    const received = await message;
    assert.equal(received.messageType, "PipelineAgentJobRequest");
    const { assignedRequest } = await taskAgent.getAgent(pool, id, false, true);
    assert.deepEqual(assignedRequest?.demands, ["kit -equals 11.0", "Agent.Version -gtVersion 4.0.0"]);
    assert.ok(assignedRequest?.receiveTime instanceof Date);
  });

  it("answers a listener with nothing when no job came", async () => {
    const id = await register("idle", { lonely: "1" });
    const session = await listen(id, "idle");

    assert.equal(await taskAgent.getMessage(pool, session), null);
  });

  it("gives a disabled agent no new job", async () => {
    const id = await register("resting", { resting: "1" });
    await listen(id, "resting");
    await taskAgent.updateAgent({ id, name: "resting", enabled: false, version: "5.278.0" }, pool, id);

    await queueJob(["resting"]);

    const { assignedRequest } = await taskAgent.getAgent(pool, id, false, true);
    assert.equal(assignedRequest, undefined);
  });

  it("F09: refuses to delete an agent that has a job, and does it afterwards", async () => {
    const id = await register("busy", { busy: "1" });
    await listen(id, "busy");
    await queueJob(["busy"]);
    const { assignedRequest } = await taskAgent.getAgent(pool, id, false, true);

    await assert.rejects(taskAgent.deleteAgent(pool, id), /^Error: Agent "busy" is running a job for pool "win22"$/);
    const requestId = Number(assignedRequest?.requestId);
    await taskAgent.updateAgentRequest(
      { result: TaskResult.Succeeded },
      pool,
      requestId,
      "00000000-0000-0000-0000-000000000000",
    );
    await taskAgent.deleteAgent(pool, id);

    assert.deepEqual(await taskAgent.getAgents(pool, "busy"), []);
  });

  it("gives up the job of an agent that is silent for longer than its lease", async () => {
    const id = await register("hung", { hung: "1" });
    await listen(id, "hung");
    await queueJob(["hung"]);

    now = new Date(now.getTime() + 11 * 60 * 1000);

    const agent = await taskAgent.getAgent(pool, id, false, true, true);
    assert.deepEqual([agent.assignedRequest, agent.lastCompletedRequest?.result], [undefined, TaskResult.Abandoned]);
  });

  it("a renewed lease keeps the job", async () => {
    const id = await register("alive", { alive: "1" });
    await listen(id, "alive");
    await queueJob(["alive"]);
    const before = (await taskAgent.getAgent(pool, id, false, true)).assignedRequest;

    for (const minutes of [6, 6]) {
      now = new Date(now.getTime() + minutes * 60 * 1000);
      await taskAgent.updateAgentRequest({}, pool, Number(before?.requestId), "00000000-0000-0000-0000-000000000000");
    }

    assert.equal((await taskAgent.getAgent(pool, id, false, true)).assignedRequest?.requestId, before?.requestId);
  });

  it("F104: remembers which agents were left when their pool was deleted", async () => {
    const doomed = Number((await taskAgent.addAgentPool({ name: "doomed" })).id);
    await taskAgent.addAgent(registration("orphan", {}), doomed);

    await taskAgent.deleteAgentPool(doomed);

    assert.deepEqual((await fixture.administer("GET", "summary"))["agentsDeletedWithPool"], ["doomed/orphan"]);
  });
});

function registration(name: string, systemCapabilities: Record<string, string>): TaskAgent {
  return {
    name,
    version: "5.278.0",
    oSDescription: "Microsoft Windows 10.0.20348",
    maxParallelism: 1,
    provisioningState: "Provisioned",
    authorization: {},
    systemCapabilities,
  };
}
