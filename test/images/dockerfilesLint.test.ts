import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../support/stackConfig";
import { command, succeed } from "./support/command";
import { imagesFolder } from "./support/dockerfile";
import { pythonTool } from "./support/pythonTool";
import { unavailable } from "./support/unavailable";

describe("linters of the images", function () {
  // The first time they are installed.
  this.timeout(300_000);

  async function findings(
    context: Mocha.Context,
    tool: "hadolint" | "shellcheck",
    words: readonly string[],
  ): Promise<string> {
    const found = await pythonTool(tool);
    if ("missing" in found) return unavailable(context, found.missing);
    return (await command(found.file, words)).output;
  }

  it("hadolint finds nothing in the Linux Dockerfile", async function () {
    assert.equal(await findings(this, "hadolint", ["--no-color", join(imagesFolder, "linux", "Dockerfile")]), "");
  });

  it("hadolint finds nothing in the Windows Dockerfile, leaving out what only a POSIX shell has", async function () {
    const config = ["--config", join(imagesFolder, "windows", "hadolint.yaml")];
    assert.equal(
      await findings(this, "hadolint", ["--no-color", ...config, join(imagesFolder, "windows", "Dockerfile")]),
      "",
    );
  });

  it("shellcheck finds nothing in the scripts of the Linux image", async function () {
    const folder = join(imagesFolder, "linux", "build");
    const scripts = readdirSync(folder).map((name) => join(folder, name));
    assert.ok(scripts.length > 0);
    assert.equal(
      await findings(this, "shellcheck", ["--color=never", ...scripts, join(imagesFolder, "linux", "fleet")]),
      "",
    );
  });
});

describe("files that a Linux shell or a Docker build reads", () => {
  const forLinux = /(?:^|\/)Dockerfile$|\.sh$|^images\/linux\/|^\.ci\/run$/;

  it("F92: have no carriage return, and Git gives them none on Windows", async () => {
    const files = (await succeed("git", ["ls-files"], { cwd: projectRoot }))
      .split("\n")
      .filter((file) => forLinux.test(file));
    assert.ok(files.includes("images/linux/Dockerfile") && files.includes("images/linux/build/copy-node.sh"));
    for (const file of files) assert.ok(!readFileSync(join(projectRoot, file)).includes("\r"), file);
    const attributes = await succeed("git", ["check-attr", "eol", "--", ...files], { cwd: projectRoot });
    assert.deepEqual(
      attributes.split("\n").filter((line) => line !== "" && !line.endsWith(": eol: lf")),
      [],
    );
  });
});
