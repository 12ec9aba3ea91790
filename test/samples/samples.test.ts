import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { windowsVersions } from "../../plan/windowsVersions";
import { command } from "../images/support/command";
import { pythonTool } from "../images/support/pythonTool";
import { unavailable } from "../images/support/unavailable";
import { projectRoot } from "../support/stackConfig";

const samples = ["windows-web", "linux-web"] as const;
const text = (sample: string, file: string) => readFileSync(join(projectRoot, "samples", sample, file), "utf8");

describe("samples of web servers", function () {
  // The first time the linter is installed.
  this.timeout(300_000);

  for (const sample of samples) {
    it(`${sample}: hadolint finds nothing`, async function () {
      const found = await pythonTool("hadolint");
      if ("missing" in found) return unavailable(this, found.missing);
      const config = join(projectRoot, "images", "windows", "hadolint.yaml");
      const options = sample === "windows-web" ? ["--config", config] : [];
      const dockerfile = join(projectRoot, "samples", sample, "Dockerfile");
      assert.equal((await command(found.file, ["--no-color", ...options, dockerfile])).output, "");
    });

    it(`${sample}: listens on 8080, has a page that says who serves it, and a base that does not float`, () => {
      const dockerfile = text(sample, "Dockerfile");
      assert.deepEqual(dockerfile.match(/^EXPOSE .*$/gm), ["EXPOSE 8080"]);
      assert.doesNotMatch(dockerfile, /latest/);
      assert.match(
        text(sample, "content/index.html"),
        sample === "windows-web" ? /IIS in a Windows/ : /nginx in a Linux/,
      );
    });
  }

  it("F01: windows-web builds for each Windows version from the base that fits its nodes", () => {
    const dockerfile = text("windows-web", "Dockerfile");
    assert.match(
      dockerfile,
      /^FROM mcr\.microsoft\.com\/windows\/servercore\/iis:windowsservercore-\$\{WINDOWS_VERSION\}$/m,
    );
    assert.match(dockerfile, /^ARG WINDOWS_VERSION=ltsc2022$/m);
    // The tags that the publisher has folders for (microsoft/iis-docker, 2025-04-08).
    assert.deepEqual(
      Object.values(windowsVersions).map(({ imageTag }) => `windowsservercore-${imageTag}`),
      ["windowsservercore-ltsc2022", "windowsservercore-ltsc2025"],
    );
  });
});
