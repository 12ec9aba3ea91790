import assert from "node:assert/strict";
import { ImageBuilds } from "../support/imageBuilds";

const servercore = "mcr.microsoft.com/windows/servercore";

describe("an image of a Dockerfile for Windows", () => {
  let builds: ImageBuilds;

  before(async () => {
    builds = await ImageBuilds.start();
  });

  after(() => builds.stop());

  async function build(...lines: readonly string[]) {
    const files = { Dockerfile: `# escape=\`\n${lines.join("\n")}\n`, "a.txt": "a", "web/index.html": "<p>" };
    const outcome = await builds.build(files, { platform: { os: "windows", architecture: "amd64" } });
    assert.equal(outcome.failure, undefined, outcome.log.join("\n"));
    return outcome;
  }

  for (const [base, build_] of [
    [`${servercore}:ltsc2022`, "10.0.20348"],
    [`${servercore}:ltsc2025`, "10.0.26100"],
    [`${servercore}:ltsc2022@sha256:${"0".repeat(64)}`, "10.0.20348"],
    ["mcr.microsoft.com/windows/nanoserver:ltsc2025", "10.0.26100"],
    ["mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022", "10.0.20348"],
    ["mcr.microsoft.com/dotnet/sdk:10.0-nanoserver-ltsc2025", "10.0.26100"],
    ["mcr.microsoft.com/dotnet/framework/sdk:4.8.1-windowsservercore-ltsc2022", "10.0.20348"],
  ] as const) {
    it(`F01: is of the Windows build of its base ${base}`, async () => {
      await build(`FROM ${base}`);
      const { os, "os.version": osVersion } = builds.config();
      assert.deepEqual([os, osVersion], ["windows", build_]);
    });
  }

  it("is continued at the backtick, and its paths keep their backslashes", async () => {
    await build(
      `FROM ${servercore}:ltsc2022`,
      "WORKDIR C:\\app",
      "COPY a.txt `",
      "     web/index.html C:\\app\\web\\",
      'ENV ROOT="C:\\app" OTHER=${ROOT:-C:\\none}',
      "WORKDIR sub",
      'ENTRYPOINT ["C:\\\\app\\\\web.exe", "-p", "80"]',
    );
    assert.deepEqual(builds.files(), ["app", "app/sub", "app/web", "app/web/a.txt", "app/web/index.html"]);
    const { config } = builds.config();
    assert.deepEqual(
      [config["WorkingDir"], config["Env"], config["Entrypoint"]],
      ["C:\\app\\sub", ["ROOT=C:\\app", "OTHER=C:\\none"], ["C:\\app\\web.exe", "-p", "80"]],
    );
  });

  it("runs a text as one command line of its shell", async () => {
    await build(`FROM ${servercore}:ltsc2022`, "CMD echo one & echo two");
    assert.deepEqual(
      [builds.config().config["Cmd"], builds.config().config["ArgsEscaped"]],
      [["cmd /S /C echo one & echo two"], true],
    );
    await build(`FROM ${servercore}:ltsc2022`, 'SHELL ["powershell", "-Command"]', "ENTRYPOINT .\\run.ps1");
    assert.deepEqual(builds.config().config["Entrypoint"], ["powershell -Command .\\run.ps1"]);
  });

  for (const [what, copy, expected] of [
    ["with slashes", "COPY a.txt C:/x/", ["x", "x/a.txt"]],
    ["without a drive", "COPY a.txt /x/", ["x", "x/a.txt"]],
    ["relative", "WORKDIR /app\nCOPY a.txt .\\sub\\", ["app", "app/sub", "app/sub/a.txt"]],
    ["into a folder of Windows", "COPY a.txt C:\\Windows\\System32", ["Windows/System32/a.txt"]],
    ["of a list", 'COPY ["a.txt", "C:\\\\with blank\\\\"]', ["with blank", "with blank/a.txt"]],
  ] as const) {
    it(`takes a destination ${what}`, async () => {
      await build(`FROM ${servercore}:ltsc2022`, copy);
      assert.deepEqual(builds.files(), expected);
    });
  }

  it("finds files of a stage whatever the case of their names", async () => {
    await build(
      `FROM ${servercore}:ltsc2022 AS parts`,
      "COPY a.txt C:/Parts/",
      `FROM ${servercore}:ltsc2022`,
      "COPY --from=parts C:/parts/A.TXT C:/x/",
    );
    assert.deepEqual(
      builds.files().map((path) => path.toLowerCase()),
      ["x", "x/a.txt"],
    );
  });
});
