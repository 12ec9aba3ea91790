import assert from "node:assert/strict";
import { Clouds } from "../support/clouds";
import type { Report } from "../support/engineReport";
import { TestStack } from "../support/testStack";

describe("the dev stack, from nothing", function () {
  this.timeout("6m");
  let stack: TestStack;
  let clouds: Clouds;
  let up: Report;

  before(async () => {
    stack = await TestStack.open("dev");
    clouds = new Clouds(stack.paths);
    up = await stack.up();
  });
  after(() => stack.remove());

  const kubernetes = async () => clouds.kubernetes((await stack.outputs())["clusterId"] as string);

  it("comes up with creations only", () => {
    assert.deepEqual(Object.keys(up.changes), ["create"]);
  });

  it("gives each class a namespace under a Pod Security Standard", async () => {
    const { core } = await kubernetes();
    const { items } = await core.listNamespace();
    const levels = items
      .map(({ metadata }) => [metadata?.name, metadata?.labels?.["pod-security.kubernetes.io/enforce"]])
      .filter(([, level]) => level !== undefined);
    assert.deepEqual(levels, [
      ["agents-linux", "restricted"],
      ["agents-win22", "baseline"],
    ]);
  });

  it("a second preview shows no change", async () => {
    await stack.run("preview", "--expect-no-changes");
  });
});
