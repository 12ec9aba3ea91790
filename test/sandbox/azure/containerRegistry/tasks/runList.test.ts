import assert from "node:assert/strict";
import { BuildFailure } from "../../../../../sandbox/azure/containerRegistry/imageBuilder";
import { errorCode, field } from "../../armFixture";
import { digest } from "./testBuilder";
import { api, registryId, TaskFixture } from "./taskFixture";

describe("the list of a registry's runs", () => {
  const tasks = new TaskFixture();
  /** The third run fails; each run is a minute later than the one before. */
  const times: string[] = [];

  before(async () => {
    let clock = Date.parse("2026-03-01T10:00:00Z");
    await tasks.start({ now: () => new Date(clock) });
    tasks.builder.work = async ({ imageNames }) => {
      if (imageNames[0] === "web/third:1") {
        throw new BuildFailure("failed");
      }
    };
    for (const repository of ["web/first", "web/second", "web/third"]) {
      times.push(new Date(clock).toISOString());
      await tasks.ended(await tasks.build({ imageNames: [`${repository}:1`] }));
      clock += 60_000;
    }
  });
  after(() => tasks.arm.stop());

  async function list(query: Record<string, string>): Promise<unknown> {
    return tasks.arm.send("GET", `${registryId}/runs?${new URLSearchParams(query).toString()}`, api);
  }

  const names = (answer: unknown) => (field(answer, "body.value") as { name: string }[]).map(({ name }) => name);

  it("is newest first", async () => {
    assert.deepEqual(names(await list({})), ["ca3", "ca2", "ca1"]);
  });

  for (const [filter, expected] of [
    ["Status eq 'Succeeded'", ["ca2", "ca1"]],
    ["status ne 'succeeded'", ["ca3"]],
    ["RunId eq 'ca2' or RunId eq 'ca3'", ["ca3", "ca2"]],
    ["(RunId eq 'ca2' or RunId eq 'ca3') and Status eq 'Failed'", ["ca3"]],
    ["RunType eq 'QuickBuild' and CreateTime ge 2026-03-01T10:01:00Z", ["ca3", "ca2"]],
    ["CreateTime lt '2026-03-01T12:01:00+02:00'", ["ca1"]],
    [`contains(OutputImageManifests, 'web/second@${digest}')`, ["ca2"]],
    ["IsArchiveEnabled eq true", []],
    ["TaskName eq 'nightly'", []],
  ] as const) {
    it(`is filtered by ${filter}`, async () => {
      assert.deepEqual(names(await list({ $filter: filter })), expected);
    });
  }

  for (const filter of [
    "Colour eq 'red'",
    "Status is 'Failed'",
    "Status eq 'Failed' and",
    "not (Status eq 'Failed')",
  ]) {
    it(`refuses the filter ${filter}`, async () => {
      const answer = await list({ $filter: filter });
      assert.equal(field(answer, "status"), 400);
      assert.equal(errorCode(answer as never), "InvalidODataFilter");
    });
  }

  it("comes in pages, which keep to the filter", async () => {
    const first = await list({ $top: "1", $filter: "Status eq 'Succeeded'" });
    assert.deepEqual(names(first), ["ca2"]);
    const second = await tasks.arm.send("GET", String(field(first, "body.nextLink")), api);
    assert.deepEqual(names(second), ["ca1"]);
    assert.equal(field(second, "body.nextLink"), undefined);
  });
});
