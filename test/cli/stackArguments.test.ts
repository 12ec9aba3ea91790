import assert from "node:assert/strict";
import { stackArguments } from "../../cli/sandbox/runEngine";

describe("an engine command", () => {
  it("is given the stack", () => {
    assert.deepEqual(stackArguments(["preview", "--diff"], "dev"), ["--stack", "dev"]);
  });

  it("keeps a stack that it names itself", () => {
    assert.deepEqual(stackArguments(["stack", "output", "--stack=pr"], "dev"), []);
    assert.deepEqual(stackArguments(["stack", "output", "-s", "pr"], "dev"), []);
  });

  it("that knows no stack is given none", () => {
    assert.deepEqual(stackArguments(["version"], "dev"), []);
  });
});
