import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exitCodes } from "../../../images/supervisor/exitCodes";
import { readPruneSettings } from "../../../images/supervisor/prune/pruneSettings";
import { readSettings } from "../../../images/supervisor/readSettings";

describe("docs/agent-container.md", () => {
  const text = readFileSync(join(__dirname, "../../../docs/agent-container.md"), "utf8");
  const rows = (heading: string) =>
    [...(text.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "").matchAll(/^\| `?([\w]+)`? +\|(.*)$/gm)]
      .map(([, first = "", rest = ""]) => [first, rest] as const)
      .filter(([first]) => !["variable", "code"].includes(first));

  it("lists the variables that are read, and no others", () => {
    const read = new Set<string>();
    const env = new Proxy<Record<string, string>>(
      {},
      {
        get: (_target, name) => {
          read.add(String(name));
          return undefined;
        },
      },
    );
    assert.throws(() => readSettings(env, "pod-1", "/x.js"));
    assert.throws(() => readPruneSettings(env));

    const listed = rows("Variables").map(([name]) => name);
    // Other names of two that are listed, in the words beside these.
    assert.deepEqual([...listed, "https_proxy", "HTTPS_PROXY", "NO_PROXY"].sort(), [...read].sort());
  });

  it("lists the exit codes by number and name", () => {
    const listed = rows("Exit codes").map(([code, rest]) => [/`(\w+)`/.exec(rest)?.[1], Number(code)]);

    assert.deepEqual(listed, [[undefined, 0], ...Object.entries(exitCodes)]);
  });
});
