import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { mergeStackFile, prepareProject } from "../../../sandbox/engine/stackFiles";

describe("the engine's copy of a stack file", () => {
  it("keeps the salt that the engine has added", () => {
    const merged = mergeStackFile(
      { config: { a: 1 } },
      { config: { a: 1 } },
      { encryptionsalt: "v1:x", config: { a: 1 } },
    );
    assert.deepEqual(merged, { encryptionsalt: "v1:x", config: { a: 1 } });
  });

  it("keeps a value that was set in the sandbox", () => {
    const merged = mergeStackFile({ config: { a: 1 } }, { config: { a: 1 } }, { config: { a: 1, b: { secure: "x" } } });
    assert.deepEqual(merged, { config: { a: 1, b: { secure: "x" } } });
  });

  it("follows a value that was edited or removed in the stack file", () => {
    const merged = mergeStackFile({ config: { a: 2 } }, { config: { a: 1, b: 1 } }, { config: { a: 1, b: 1 } });
    assert.deepEqual(merged, { config: { a: 2 } });
  });

  it("leaves the checkout's own files as they are", () => {
    const program = mkdtempSync(join(tmpdir(), "program-"));
    const folder = mkdtempSync(join(tmpdir(), "engine-"));
    try {
      writeFileSync(join(program, "Pulumi.yaml"), "name: fleet\nruntime: nodejs\n");
      const stackFile = join(program, "Pulumi.dev.yaml");
      writeFileSync(stackFile, "config:\n  fleet:a: 1\n");
      prepareProject({ program, stack: "dev", stackFile, folder });
      assert.equal(readFileSync(stackFile, "utf8"), "config:\n  fleet:a: 1\n");
      assert.deepEqual(parse(readFileSync(join(folder, "Pulumi.yaml"), "utf8")), {
        name: "fleet",
        runtime: "nodejs",
        main: program,
      });
    } finally {
      rmSync(program, { recursive: true });
      rmSync(folder, { recursive: true });
    }
  });
});
