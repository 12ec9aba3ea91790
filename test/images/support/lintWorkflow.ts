import assert from "node:assert/strict";
import { actionlint } from "./actionlint";
import { command } from "./command";
import { pythonTool } from "./pythonTool";
import { unavailable } from "./unavailable";

/** Has a workflow checked by actionlint, and its scripts by shellcheck; the test is skipped where one of them cannot be had. */
export async function lintWorkflow(test: Mocha.Context, file: string): Promise<void> {
  const shellcheck = await pythonTool("shellcheck");
  if ("missing" in shellcheck) return unavailable(test, shellcheck.missing);
  const found = await actionlint();
  if ("missing" in found) return unavailable(test, found.missing);
  const { code, output } = await command(found.file, ["-no-color", "-shellcheck", shellcheck.file, file]);
  assert.equal(code, 0, output);
}
