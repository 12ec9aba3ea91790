import assert from "node:assert/strict";
import { Fixture, record } from "./fixture";

describe("Azure DevOps emulator: when agents come and go", () => {
  let fixture: Fixture;
  let now: Date;
  beforeEach(async () => {
    now = new Date("2026-11-30T12:00:00.000Z");
    fixture = await Fixture.open({ now: () => now, messagePollSeconds: 5 });
    await fixture.request("POST", "_apis/distributedtask/pools", { name: "linux" });
  });
  afterEach(() => fixture.close());

  const pool = "_apis/distributedtask/pools/1";
  const register = async (name = "pod") =>
    Number((await fixture.request("POST", `${pool}/agents`, { name })).body["id"]);
  const listen = async (id: number) =>
    String((await fixture.request("POST", `${pool}/sessions`, { ownerName: "pod", agent: { id } })).body["sessionId"]);
  const agent = async (id: number) => (await fixture.request("GET", `${pool}/agents/${id}`)).body;
  const later = (minutes: number, seconds = 0) => {
    now = new Date(now.getTime() + (minutes * 60 + seconds) * 1000);
  };

  it("tells when an agent's status changed last, and nothing before it ever did", async () => {
    const id = await register();
    const never = await agent(id);
    later(1);
    const session = await listen(id);
    const online = await agent(id);
    later(1);
    await fixture.request("DELETE", `${pool}/sessions/${session}`);
    later(1);
    const offline = await agent(id);

    assert.deepEqual(
      [never, online, offline].map(({ status, statusChangedOn }) => [status, statusChangedOn]),
      [
        ["offline", undefined],
        ["online", "2026-11-30T12:01:00.000Z"],
        ["offline", "2026-11-30T12:02:00.000Z"],
      ],
    );
  });

  it("a killed agent went offline five minutes after its last sign", async () => {
    const id = await register();
    await listen(id);
    later(4, 59);
    const still = await agent(id);
    later(25);

    const { status, statusChangedOn } = await agent(id);

    assert.deepEqual([still["status"], status, statusChangedOn], ["online", "offline", "2026-11-30T12:05:00.000Z"]);
  });

  it("ends an agent's session on request, as if it had been silent", async () => {
    const id = await register();
    await listen(id);
    later(20);
    await listen(id);

    await fixture.administer("POST", "pools/linux/agents/POD/disconnect", {});

    const { status, statusChangedOn } = await agent(id);
    assert.deepEqual([status, statusChangedOn], ["offline", "2026-11-30T12:20:00.000Z"]);
  });

  it("ends the session of an agent that is deleted, also under a request that waits", async () => {
    const id = await register();
    const session = await listen(id);
    const waiting = fixture.request("GET", `${pool}/messages?sessionId=${session}`);
    const next = async () => fixture.request("GET", `${pool}/messages?sessionId=${session}`);
    // The request is being waited for once another one, sent after it, has been answered.
    await agent(id);

    await fixture.request("DELETE", `${pool}/agents/${id}`);

    assert.deepEqual(
      [await waiting, await next()].map(({ status, body }) => [status, body["typeKey"]]),
      [
        [404, "TaskAgentSessionExpiredException"],
        [404, "TaskAgentSessionExpiredException"],
      ],
    );
  });

  it("an agent that is deleted and registered again is another one, to which the old session does not belong", async () => {
    const old = await register();
    const session = await listen(old);
    await fixture.request("DELETE", `${pool}/agents/${old}`);

    const id = await register();
    const before = (await agent(id))["status"];
    await listen(id);
    const { status } = await fixture.request("GET", `${pool}/messages?sessionId=${session}`);

    assert.deepEqual([id > old, before, status, (await agent(id))["status"]], [true, "offline", 404, "online"]);
  });

  it("lists agents with capabilities and assigned requests when both are asked for", async () => {
    const id = await register("busy");
    await register("idle");
    await listen(id);
    await fixture.administer("POST", "pools/linux/jobs", { demands: ["Agent.Name -equals busy"], name: "Compile" });

    const { body } = await fixture.request(
      "GET",
      `${pool}/agents?includeCapabilities=true&includeAssignedRequest=true`,
    );

    const agents = Array.isArray(body["value"]) ? body["value"].map(record) : [];
    assert.deepEqual(
      agents.map(({ name, systemCapabilities, assignedRequest }) => [
        name,
        typeof systemCapabilities,
        record(assignedRequest)["jobName"],
      ]),
      [
        ["busy", "object", "Compile"],
        ["idle", "object", undefined],
      ],
    );
  });

  it("gives a job back to nobody while the lease of its dead agent runs, and abandons it then", async () => {
    const id = await register();
    await listen(id);
    await fixture.administer("POST", "pools/linux/jobs");
    later(6);
    const offline = await agent(id);
    const during = await fixture.administer("GET", "pools/linux/jobs/1");
    later(5);
    const after = await fixture.administer("GET", "pools/linux/jobs/1");

    assert.deepEqual([offline["status"], during["result"], after["result"]], ["offline", undefined, "abandoned"]);
  });
});
