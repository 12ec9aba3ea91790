import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { buildArguments } from "../../images/pins/buildArguments";
import { readPins } from "../../images/pins/pins";
import { windowsVersions } from "../../plan/windowsVersions";
import { imagesFolder, readDockerfile } from "./support/dockerfile";
import { everyInstruction, finalStage, instructions, only } from "./support/dockerfileInstructions";

const windows = readDockerfile("windows");

describe("the Windows Dockerfile", () => {
  it("is built from servercore of the agent class's Windows version, with that version's build", () => {
    for (const [os, { imageTag, build }] of Object.entries(windowsVersions)) {
      const given = buildArguments(os === "windows2022" ? "windows2022" : "windows2025", readPins(), {
        version: "1.0.0",
      });
      assert.match(given.WINDOWS_BASE ?? "", new RegExp(`^mcr\\.microsoft\\.com/windows/servercore:${imageTag}(@|$)`));
      assert.equal(given.WINDOWS_BUILD, build);
    }
    assert.equal(windows.globalArguments.WINDOWS_BASE, "mcr.microsoft.com/windows/servercore:ltsc2022");
  });

  it("stops at the first error of PowerShell in every stage", () => {
    for (const { instructions: own } of windows.stages) {
      const { exec = [] } = only("SHELL", own);
      assert.equal(exec[0], "powershell");
      assert.match(exec.at(-1) ?? "", /\$ErrorActionPreference = 'Stop'/);
      assert.ok(
        own.findIndex(({ keyword }) => keyword === "SHELL") < own.findIndex(({ keyword }) => keyword === "RUN"),
      );
    }
  });

  it("asks each program that PowerShell does not watch for its exit code", () => {
    const folder = join(imagesFolder, "windows", "build");
    for (const file of readdirSync(folder)) {
      const lines = readFileSync(join(folder, file), "utf8").split("\n");
      assert.ok(lines.includes("$ErrorActionPreference = 'Stop'"), file);
      const programs = lines.flatMap((line, index) => (/^(\w+\.exe|& ")/.test(line) ? [index] : []));
      for (const index of programs) assert.match(lines[index + 1] ?? "", /^if \(\$LASTEXITCODE -ne 0\) \{ throw/, file);
    }
  });

  it("runs as ContainerAdministrator, and says why", () => {
    assert.equal(only("USER", finalStage(windows)).text, "ContainerAdministrator");
    const lines = readFileSync(join(imagesFolder, "windows", "Dockerfile"), "utf8").split("\n");
    assert.match(lines[lines.indexOf("USER ContainerAdministrator") - 1] ?? "", /^# /);
  });

  it("starts the supervisor with the copied Node", () => {
    assert.deepEqual(only("ENTRYPOINT", finalStage(windows)).exec, [
      "C:\\azp\\node\\node.exe",
      "C:\\azp\\supervisor.js",
      "run",
    ]);
  });

  it("has fleet on PATH, which starts the bundle with that Node", () => {
    assert.ok(instructions("COPY", finalStage(windows)).some(({ text }) => text === "windows/fleet.cmd C:/tools/bin/"));
    assert.ok(instructions("RUN", finalStage(windows)).some(({ text }) => text.includes("$own = 'C:\\tools\\bin;")));
    assert.equal(
      readFileSync(join(imagesFolder, "windows", "fleet.cmd"), "utf8").trim(),
      '@"C:\\azp\\node\\node.exe" "C:\\azp\\fleet.js" %*',
    );
  });

  it("has LogMonitor where an agent class with logMonitor starts it, with its configuration beside it", () => {
    const copies = instructions("COPY", finalStage(windows)).map(({ text }) => text);
    assert.ok(copies.includes("C:/LogMonitor/ C:/LogMonitor/"));
    assert.ok(copies.includes("windows/LogMonitorConfig.json C:/LogMonitor/"));
    assert.ok(everyInstruction(windows).some(({ text }) => text.endsWith("-File C:\\LogMonitor\\LogMonitor.exe")));
    const config: unknown = JSON.parse(readFileSync(join(imagesFolder, "windows", "LogMonitorConfig.json"), "utf8"));
    assert.deepEqual(config, {
      LogConfig: {
        sources: [
          {
            type: "EventLog",
            startAtOldestRecord: false,
            eventFormatMultiLine: false,
            channels: [
              { name: "system", level: "Warning" },
              { name: "application", level: "Information" },
            ],
          },
        ],
      },
    });
  });
});
