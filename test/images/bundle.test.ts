import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { writeBundle } from "../../images/bundle";

/** The bundle alone in a folder, run by a Node that is told nothing of a checkout. */
describe("fleet of the agent images", () => {
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "fleet-"));
    await writeBundle("fleet", join(folder, "fleet.js"));
  });

  after(() => rmSync(folder, { recursive: true }));

  function fleet(...words: string[]): Promise<{ code: number; output: string }> {
    return new Promise((resolve) => {
      const options = { cwd: folder, env: {} };
      execFile(process.execPath, [join(folder, "fleet.js"), ...words], options, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
      });
    });
  }

  it("says its version", async () => {
    assert.deepEqual(await fleet("--version"), { code: 0, output: `${version}\n` });
  });

  it("explains itself, without the commands that need a checkout", async () => {
    const { code, output } = await fleet("--help");
    assert.equal(code, 0);
    assert.match(output, /^Usage: fleet /);
    assert.doesNotMatch(output, /sandbox/);
  });

  it("ends with 2 when it is used wrongly", async () => {
    assert.equal((await fleet("sandbox")).code, 2);
  });

  it("holds nothing of the program but its version", () => {
    const bundled = readFileSync(join(folder, "fleet.js"), "utf8");
    assert.doesNotMatch(bundled, /devDependencies|@pulumi\//);
  });
});
