import assert from "node:assert/strict";
import { TaskAgentPoolType } from "azure-devops-node-api/interfaces/TaskAgentInterfaces";
import type { ITaskAgentApi } from "azure-devops-node-api/TaskAgentApi";
import { Fixture, projectName } from "./fixture";

describe("Azure DevOps emulator: pools and queues", () => {
  let fixture: Fixture;
  let taskAgent: ITaskAgentApi;
  before(async () => {
    fixture = await Fixture.open();
    taskAgent = await (await fixture.webApi()).getTaskAgentApi();
  });
  after(() => fixture.close());

  const newPool = async (name: string) => Number((await taskAgent.addAgentPool({ name })).id);

  it("leaves automatic update on at creation, whatever is asked; an update switches it off", async () => {
    const created = await taskAgent.addAgentPool({ name: "no-update", autoUpdate: false });
    const updated = await taskAgent.updateAgentPool({ autoUpdate: false }, Number(created.id));

    assert.deepEqual([created.autoUpdate, updated.autoUpdate], [true, false]);
  });

  it("takes the pool type as Microsoft's client sends it, as a number", async () => {
    const created = await taskAgent.addAgentPool({ name: "machines", poolType: TaskAgentPoolType.Deployment });

    assert.equal(created.poolType, TaskAgentPoolType.Deployment);
  });

  it("F61: refuses a second pool of the same name, whatever its case", async () => {
    await newPool("twice");

    const answer = await fixture.request("POST", "_apis/distributedtask/pools", { name: "Twice" });

    assert.equal(answer.status, 409);
    assert.equal(answer.body["message"], "Agent pool Twice already exists.");
    assert.equal(answer.body["typeKey"], "TaskAgentPoolExistsException");
  });

  it("F94: finds a pool whose name has a blank, and not by a part of the name", async () => {
    const id = await newPool("UI Automation");

    const whole = await taskAgent.getAgentPools("UI Automation");
    const part = await taskAgent.getAgentPools("UI");

    assert.deepEqual([whole.map((pool) => pool.id), part], [[id], []]);
  });

  it("F137: a pool that is made again has another id", async () => {
    const first = await newPool("again");
    await taskAgent.deleteAgentPool(first);

    assert.notEqual(await newPool("again"), first);
  });

  it("answers null to Microsoft's client for a pool that is gone", async () => {
    const id = await newPool("short-lived");
    await taskAgent.deleteAgentPool(id);

    assert.equal(await taskAgent.getAgentPool(id), null);
  });

  it("F60: a project has at most one queue on a pool", async () => {
    const id = await newPool("once-a-project");
    await taskAgent.addAgentQueue({ name: "first", pool: { id } }, projectName);

    const path = `${encodeURIComponent(projectName)}/_apis/distributedtask/queues`;
    const answer = await fixture.request("POST", path, { name: "second", pool: { id } });

    assert.equal(answer.status, 409);
  });

  it("another project has a queue of its own on the same pool", async () => {
    const id = await newPool("shared");
    await fixture.administer("PUT", "projects/other");

    const queues = [
      await taskAgent.addAgentQueue({ pool: { id } }, projectName),
      await taskAgent.addAgentQueue({ pool: { id } }, "other"),
    ];

    assert.deepEqual(
      queues.map((queue) => [queue.name, queue.pool?.id]),
      [
        ["shared", id],
        ["shared", id],
      ],
    );
  });

  it("makes the pool on the fly for a queue with a name alone", async () => {
    const queue = await taskAgent.addAgentQueue({ name: "by-name" }, projectName);

    assert.equal((await taskAgent.getAgentPool(Number(queue.pool?.id))).name, "by-name");
  });

  it("refuses a queue on a pool that is not there", async () => {
    const path = `${fixture.projectId}/_apis/distributedtask/queues`;
    const answer = await fixture.request("POST", path, { pool: { id: 4711 } });

    assert.deepEqual([answer.status, answer.body["message"]], [404, "No agent pool found with identifier 4711."]);
  });

  it("F60: a pool's id is not its queue's id", async () => {
    await newPool("gap");
    const pool = await newPool("offset");
    const queue = await taskAgent.addAgentQueue({ pool: { id: pool } }, projectName);

    assert.notEqual(queue.id, pool);
    const path = `${fixture.projectId}/_apis/pipelines/pipelinePermissions/queue/${pool}`;
    const answer = await fixture.request("PATCH", path, { allPipelines: { authorized: true } });
    assert.equal(answer.status, 404);
  });

  it("permits all pipelines at a queue's creation only when it is asked to", async () => {
    const open = await taskAgent.addAgentQueue({ name: "open" }, projectName, true);
    const closed = await taskAgent.addAgentQueue({ name: "closed" }, projectName, false);
    const permissions = async (id: number | undefined) =>
      (await fixture.request("GET", `${fixture.projectId}/_apis/pipelines/pipelinePermissions/queue/${id}`)).body;

    assert.equal("allPipelines" in (await permissions(open.id)), true);
    assert.equal("allPipelines" in (await permissions(closed.id)), false);
  });

  it("permits single pipelines, and takes the permission back", async () => {
    const queue = await taskAgent.addAgentQueue({ name: "selective" }, projectName);
    const path = `${fixture.projectId}/_apis/pipelines/pipelinePermissions/queue/${queue.id}`;
    const permit = async (id: number, authorized: boolean) => {
      const { body } = await fixture.request("PATCH", path, { pipelines: [{ id, authorized }] });
      return JSON.stringify(body["pipelines"]).match(/"id":\d+/g);
    };

    await permit(7, true);
    assert.deepEqual(await permit(8, true), ['"id":7', '"id":8']);
    assert.deepEqual(await permit(7, false), ['"id":8']);
  });

  it("deletes a pool's queues with it", async () => {
    const id = await newPool("doomed");
    const queue = await taskAgent.addAgentQueue({ pool: { id } }, projectName);

    await taskAgent.deleteAgentPool(id);

    assert.equal(await taskAgent.getAgentQueue(Number(queue.id), projectName), null);
  });
});
