import assert from "node:assert/strict";
import { Fixture, record } from "./fixture";

describe("Azure DevOps emulator: job requests, as KEDA reads them", () => {
  let fixture: Fixture;
  let pool: number;
  beforeEach(async () => {
    fixture = await Fixture.open();
    pool = Number((await fixture.request("POST", "_apis/distributedtask/pools", { name: "linux" })).body["id"]);
  });
  afterEach(() => fixture.close());

  const register = (name: string, systemCapabilities = {}, enabled = true) =>
    fixture.request("POST", `_apis/distributedtask/pools/${pool}/agents`, { name, systemCapabilities, enabled });
  const queue = (body: Record<string, unknown> = {}) => fixture.administer("POST", "pools/linux/jobs", body);
  const finish = (id: number) => fixture.administer("POST", `pools/linux/jobs/${id}/finish`);
  const list = async (query: string): Promise<Record<string, unknown>[]> => {
    const { body } = await fixture.request("GET", `_apis/distributedtask/pools/${pool}/jobrequests${query}`);
    return Array.isArray(body["value"]) ? body["value"].map(record) : [];
  };
  const ids = (jobs: Record<string, unknown>[]) => jobs.map(({ requestId }) => requestId);

  it("F29: refuses a job that no registered agent could ever run", async () => {
    const answer = await queue({ demands: ["docker"] });

    assert.equal(answer["status"], 400);
    assert.match(
      String(answer["message"]),
      /^No agent found in pool linux which satisfies the specified demands: docker/,
    );
  });

  it("F29: lets a job wait when an offline or a disabled agent could run it", async () => {
    await register("placeholder", { docker: "1" });
    await register("switched-off", { podman: "1" }, false);

    const answers = [await queue({ demands: ["docker"] }), await queue({ demands: ["podman"] })];

    assert.deepEqual(
      answers.map(({ count }) => count),
      [1, 1],
    );
  });

  it("gives matched agents without $top, and leaves them out with it (kedacore/keda#4387)", async () => {
    await register("keda-template", { docker: "1" });
    await queue({ demands: ["docker"] });

    const [plain] = await list("");
    const [topped] = await list("?$top=250");

    const matched = plain?.["matchedAgents"];
    assert.deepEqual(Array.isArray(matched) ? matched.map((agent) => record(agent)["name"]) : undefined, [
      "keda-template",
    ]);
    assert.equal(topped !== undefined && "matchedAgents" in topped, false);
  });

  it("lists finished jobs with $top and without parameters; completedRequestCount limits them (F119)", async () => {
    await register("placeholder");
    await queue({ count: 3 });
    await finish(1);
    await finish(2);

    assert.deepEqual(
      [
        ids(await list("")),
        ids(await list("?$top=2")),
        ids(await list("?completedRequestCount=0")),
        ids(await list("?completedRequestCount=1")),
      ],
      [[3, 2, 1], [3, 2], [3], [3, 2]],
    );
  });

  it("leaves out the times that have not come, so that none is read as a time", async () => {
    await register("placeholder");
    await queue();

    const [job] = await list("");

    assert.deepEqual(
      ["queueTime", "assignTime", "receiveTime", "finishTime", "result", "reservedAgent"].filter(
        (name) => job !== undefined && name in job,
      ),
      ["queueTime"],
    );
  });

  it("names the agent that a job is reserved for", async () => {
    await register("placeholder");
    await queue();
    await fixture.administer("POST", "pools/linux/jobs/1/assign", { agent: "placeholder" });

    const [job] = await list("?$top=1");

    assert.equal(record(job?.["reservedAgent"])["name"], "placeholder");
    assert.equal(typeof job?.["assignTime"], "string");
  });

  it("counts jobs in the summary", async () => {
    await register("placeholder");
    await queue({ count: 4 });
    await finish(1);
    await fixture.administer("POST", "pools/linux/jobs/2/assign", { agent: "placeholder" });

    const { pools } = await fixture.administer("GET", "summary");

    const [summary] = Array.isArray(pools) ? pools.map(record) : [];
    assert.deepEqual(summary?.["jobs"], { queued: 2, running: 1, finished: 1 });
  });
});
