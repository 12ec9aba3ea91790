import assert from "node:assert/strict";
import { imageContext, imageContextHash } from "../../../components/imageBuild/imageContext";
import { ProgramCopy } from "../../support/programCopy";
import { execFileSync } from "node:child_process";
import { chmodSync, utimesSync } from "node:fs";
import { join } from "node:path";

describe("imageContext", () => {
  const paths = async (dockerfile: string) => (await imageContext("images", dockerfile)).files.map(({ path }) => path);

  it("has the files of one system, and the bundles that no checkout holds", async () => {
    const windows = await paths("windows/Dockerfile");
    for (const file of ["windows/Dockerfile", "node-LICENSE.txt", "dist/supervisor.js", "dist/fleet.js"]) {
      assert.ok(windows.includes(file), file);
    }
    assert.deepEqual(
      windows.filter((path) => /^(?:linux|supervisor|pins)/.test(path)),
      [],
    );
    assert.ok((await paths("linux/Dockerfile")).includes("linux/build/install-packages.sh"));
  });

  it("of a class is its folder as it is", async () => {
    const { files } = await imageContext("samples/agent-dotnet", "Dockerfile");
    assert.deepEqual(
      files.map(({ path }) => path),
      ["Dockerfile"],
    );
  });

  it("is the same wherever the program lies, whatever modes and times its files have", async function () {
    this.timeout(60_000);
    const copy = new ProgramCopy();
    try {
      const file = join(copy.folder, "images", "linux", "fleet");
      chmodSync(file, 0o700);
      utimesSync(file, 1, 1);
      const script = `
        const { imageContextHash } = require(${JSON.stringify(join(copy.folder, "components/imageBuild/imageContext.ts"))});
        imageContextHash("images", "linux/Dockerfile").then(console.log);`;
      const there = execFileSync(process.execPath, ["--require", "tsx/cjs", "--eval", script], { cwd: copy.folder });
      assert.equal(String(there).trim(), await imageContextHash("images", "linux/Dockerfile"));
    } finally {
      copy.remove();
    }
  });
});
