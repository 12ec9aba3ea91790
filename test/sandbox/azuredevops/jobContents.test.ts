import assert from "node:assert/strict";
import { Fixture, record } from "./fixture";

describe("Azure DevOps emulator: what jobs of the sandbox do", () => {
  let fixture: Fixture;
  let session: string;
  beforeEach(async () => {
    fixture = await Fixture.open({ messagePollSeconds: 5 });
    await fixture.request("POST", "_apis/distributedtask/pools", { name: "linux" });
    await fixture.request("POST", `${pool}/agents`, { name: "pod" });
    session = await listen(1);
  });
  afterEach(() => fixture.close());

  const pool = "_apis/distributedtask/pools/1";
  const listen = async (id: number) =>
    String((await fixture.request("POST", `${pool}/sessions`, { ownerName: "pod", agent: { id } })).body["sessionId"]);
  const queue = (body: Record<string, unknown> = {}) => fixture.administer("POST", "pools/linux/jobs", body);
  const job = (id = 1) => fixture.administer("GET", `pools/linux/jobs/${id}`);
  const message = async (last = 0) => {
    const { body } = await fixture.request("GET", `${pool}/messages?sessionId=${session}&lastMessageId=${last}`);
    return { id: Number(body["messageId"]), type: body["messageType"], body: record(JSON.parse(String(body["body"]))) };
  };

  it("tells the agent how long a job runs, how it ends and what it runs", async () => {
    await queue({ seconds: 3, result: "failed", script: "make" });

    const { seconds, result, script } = (await message()).body;

    assert.deepEqual([seconds, result, script], [3, "failed", "make"]);
  });

  it("lets a job run for twenty seconds and succeed when nothing else is said", async () => {
    await queue();

    const { seconds, result, script } = (await message()).body;

    assert.deepEqual([seconds, result, script], [20, "succeeded", undefined]);
  });

  it("keeps what a job writes", async () => {
    await queue();
    const { planId, scopeId } = await job();
    const path = `${String(scopeId)}/_apis/distributedtask/hubs/build/plans/${String(planId)}/logs/1`;
    const empty = (await job())["log"];

    for (const text of ["one\n", "two\n"]) {
      const answer = await fetch(`${fixture.organizationUrl}/${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${await fixture.token()}`,
          accept: "application/json;api-version=5.1-preview.1",
          "content-type": "application/octet-stream",
        },
        body: text,
      });
      assert.equal(answer.status, 200);
    }

    assert.deepEqual([empty, (await job())["log"]], ["", "one\ntwo\n"]);
  });

  it("tells the agent to cancel its job, until the agent has understood", async () => {
    await queue();
    const first = await message();
    await fixture.administer("POST", "pools/linux/jobs/1/cancel");

    const second = await message(first.id);
    assert.deepEqual([second.type, second.body["jobId"]], ["JobCancellation", (await job())["jobId"]]);
    assert.equal((await job())["result"], undefined);

    await fixture.request("DELETE", `${pool}/messages/${first.id}?sessionId=${session}`);
    await fixture.request("DELETE", `${pool}/messages/${second.id}?sessionId=${session}`);
    await fixture.request("PATCH", `${pool}/jobrequests/1`, { result: "canceled" });
    await queue({ name: "next" });
    assert.equal((await message()).body["jobName"], "next");
  });

  it("ends a job that no agent has at once when it is cancelled", async () => {
    await queue({ count: 2 });

    await fixture.administer("POST", "pools/linux/jobs/2/cancel");

    assert.equal((await job(2))["result"], "canceled");
  });

  it("wakes a waiting agent for a cancellation", async () => {
    await queue();
    const first = await message();
    const waiting = message(first.id);

    await fixture.administer("POST", "pools/linux/jobs/1/cancel");

    assert.equal((await waiting).type, "JobCancellation");
  });

  it("does not renew or finish a job that is over", async () => {
    await queue();
    await fixture.administer("POST", "pools/linux/jobs/1/finish");

    const answers = [
      await fixture.request("PATCH", `${pool}/jobrequests/1`, {}),
      await fixture.request("PATCH", `${pool}/jobrequests/1`, { result: "failed" }),
    ];

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body["typeKey"]]),
      [
        [404, "TaskAgentJobNotFoundException"],
        [404, "TaskAgentJobNotFoundException"],
      ],
    );
    assert.equal((await job())["result"], "succeeded");
  });

  it("gives no other job to an agent that said it goes after this one", async () => {
    await queue({ count: 2 });
    await fixture.request("PATCH", `${pool}/jobrequests/1`, { result: "succeeded", agentShuttingDown: true });
    const second = await job(2);

    await fixture.request("DELETE", `${pool}/sessions/${session}`);
    await listen(1);

    assert.deepEqual([second["assignTime"], typeof (await job(2))["assignTime"]], [undefined, "string"]);
  });
});
