import assert from "node:assert/strict";
import { type BuildScreen, buildScreen } from "../../../cli/build/buildScreen";

function shown(isTTY: boolean, showLog: boolean, show: (screen: BuildScreen) => void): string {
  let text = "";
  const screen = buildScreen({ isTTY, write: (part) => (text += part) }, showLog);
  show(screen);
  screen.end();
  return text;
}

function build(screen: BuildScreen): void {
  screen.progress("uploading the context (1.0 of 2.0 MiB)");
  screen.progress("uploading the context (2.0 of 2.0 MiB)");
  screen.log("Step 1/1 : FROM scratch");
  screen.log("##[error] from a build, as ##vso[task.complete] is");
}

describe("What is shown of a build", () => {
  it("is a line that moves, with the log above it, in a terminal", () => {
    // What is left of a line that is cleared is what comes after.
    const lines = shown(true, true, build)
      .split("\n")
      .map((line) => line.split("\r\u001B[2K").at(-1));
    assert.deepEqual(lines, ["Step 1/1 : FROM scratch", "##[error] from a build, as ##vso[task.complete] is", ""]);
  });

  it("is one line for each step in a pipeline, whose agent is given no command by a build", () => {
    assert.equal(
      shown(false, true, build),
      "uploading the context (1.0 of 2.0 MiB)\nStep 1/1 : FROM scratch\n# #[error] from a build, as # #vso[task.complete] is\n",
    );
  });

  it("is without the log where that is not wanted", () => {
    assert.equal(shown(false, false, build), "uploading the context (1.0 of 2.0 MiB)\n");
    assert.doesNotMatch(shown(true, false, build), /Step/);
  });
});
