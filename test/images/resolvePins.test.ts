import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPins } from "../../images/pins/pins";
import { resolvePins } from "../../images/pins/resolvePins";
import { projectRoot } from "../support/stackConfig";
import { filePin, imagePin, startedPublishers } from "./support/publishedParts";
import { sha256 } from "./support/publishers";

const now = new Date("2026-12-01T12:00:00Z");

describe("resolving all pins", () => {
  const publishers = startedPublishers();
  it("leaves what fails as it was, and says why", async () => {
    publishers.files.set("/tool-1.2.3.zip", "a package");
    const known = `sha256:${"d".repeat(64)}`;
    const stays = {
      ...imagePin(publishers),
      digest: known,
      digestSource: "before",
      resolvedAt: "2026-11-01T00:00:00Z",
    };
    const outcomes = await resolvePins(
      {
        ubuntuSnapshot: "20261101T000000Z",
        pins: [filePin(publishers, { kind: "none" }), imagePin(publishers), stays],
      },
      now,
    );
    assert.deepEqual(
      outcomes.map(({ kind, pin }) => [kind, pin.digest, pin.resolvedAt]),
      [
        ["changed", `sha256:${sha256("a package")}`, "2026-12-01T12:00:00.000Z"],
        ["failed", null, null],
        ["failed", known, "2026-11-01T00:00:00Z"],
      ],
    );
  });

  describe("by command", () => {
    let folder: string;
    let file: string;

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "pins-"));
      file = join(folder, "pins.json");
      publishers.files.set("/tool-1.2.3.zip", "a package");
      writeFileSync(
        file,
        JSON.stringify({
          ubuntuSnapshot: "20261101T000000Z",
          pins: [filePin(publishers, { kind: "none" }), imagePin(publishers)],
        }),
      );
    });

    afterEach(() => rmSync(folder, { recursive: true }));

    function pins(...options: string[]): Promise<{ code: number; output: string }> {
      const command = [
        "--import",
        "tsx",
        join(projectRoot, "images", "pins", "command.ts"),
        "--file",
        file,
        ...options,
      ];
      return new Promise((resolve) => {
        execFile(
          process.execPath,
          command,
          { cwd: projectRoot, env: { ...process.env, GITHUB_TOKEN: "" } },
          (error, stdout, stderr) => {
            resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
          },
        );
      });
    }

    it("writes what is resolved, keeps null for what is not, and ends with 1", async () => {
      const { code, output } = await pins();
      assert.equal(code, 1, output);
      assert.match(output, /base ltsc2022: stays unresolved\. The registry has no /);
      assert.deepEqual(
        readPins(file).pins.map(({ digest }) => digest),
        [`sha256:${sha256("a package")}`, null],
      );
    });

    it("ends with 0 once everything is resolved, and --check finds what has changed since, and writes nothing", async () => {
      publishers.manifests.set("windows/servercore:ltsc2022", "{}");
      assert.equal((await pins()).code, 0);
      assert.equal((await pins("--check")).code, 0);
      publishers.files.set("/tool-1.2.3.zip", "another package");
      const before = readFileSync(file, "utf8");
      const { code, output } = await pins("--check");
      assert.equal(code, 1);
      assert.match(
        output,
        new RegExp(`tool 1\\.2\\.3: sha256:${sha256("another package")}, which was sha256:${sha256("a package")}`),
      );
      assert.equal(readFileSync(file, "utf8"), before);
    });

    it("ends with 2 when it is used wrongly", async () => {
      assert.equal((await pins("--chekc")).code, 2);
    });
  });
});
