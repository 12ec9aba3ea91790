import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { windowsVersions } from "../../plan/windowsVersions";
import { buildArguments } from "../../images/pins/buildArguments";
import { readPins, type ImageSystem } from "../../images/pins/pins";
import { imagesFolder, parseDockerfile, readDockerfile, type Instruction, type Stage } from "./support/dockerfile";

const windows = readDockerfile("windows");
const linux = readDockerfile("linux");
const pins = readPins();

function finalStage({ stages }: { readonly stages: readonly Stage[] }): readonly Instruction[] {
  return stages.at(-1)?.instructions ?? [];
}

function instructions(keyword: string, of: readonly Instruction[]): readonly Instruction[] {
  return of.filter((instruction) => instruction.keyword === keyword);
}

function only(keyword: string, of: readonly Instruction[]): Instruction {
  const [found, ...more] = instructions(keyword, of);
  assert.ok(found && more.length === 0, `${keyword} stands there ${found ? more.length + 1 : 0} times`);
  return found;
}

function everyInstruction({ stages }: { readonly stages: readonly Stage[] }): readonly Instruction[] {
  return stages.flatMap((stage) => stage.instructions);
}

describe("both Dockerfiles", () => {
  const files = { windows, linux };
  const systems: Readonly<Record<keyof typeof files, ImageSystem[]>> = {
    windows: ["windows2022", "windows2025"],
    linux: ["linux"],
  };

  for (const name of ["windows", "linux"] as const) {
    const file = files[name];

    it(`${name}: takes its base by argument, or from another stage`, () => {
      const names = file.stages.flatMap((stage) => stage.name ?? []);
      for (const { from } of file.stages) {
        assert.ok(from === `\${${name.toUpperCase()}_BASE}` || names.includes(from), from);
      }
    });

    it(`${name}: names nothing that floats`, () => {
      const text = readFileSync(join(imagesFolder, name, "Dockerfile"), "utf8");
      assert.doesNotMatch(text, /:latest|@latest|\blatest\/download|\/stable\.txt/);
      for (const base of Object.values(file.globalArguments)) assert.match(base ?? "", /^[^:]+\/[^:]+:[\w.-]+$/);
    });

    for (const system of systems[name]) {
      it(`${name}: has an argument for everything that pins.json pins for ${system}, and no other`, () => {
        const declared = new Set(
          [...instructions("ARG", everyInstruction(file))].flatMap(({ properties }) => Object.keys(properties)),
        );
        const resolved = { ...pins, pins: pins.pins.map((pin) => ({ ...pin, digest: `sha256:${"0".repeat(64)}` })) };
        const given = buildArguments(system, resolved, { version: "1.0.0", source: "https://example.org/fleet" });
        assert.deepEqual([...declared].sort(), Object.keys(given).sort());
      });
    }

    it(`${name}: verifies everything that it downloads`, () => {
      const runs = instructions("RUN", everyInstruction(file)).map(({ text }) => text);
      const fetched = runs.filter((text) => /_URL\b/.test(text));
      const expected = pins.pins.filter(
        ({ kind, images }) => kind === "file" && images.includes(systems[name][0] ?? "linux"),
      );
      assert.equal(fetched.length, expected.length);
      for (const text of fetched) {
        const [, part] = /(\w+)_URL\b/.exec(text) ?? [];
        assert.match(text, name === "windows" ? /^\.\\Get-Part\.ps1 -Url / : /^bash \/build\/fetch-part\.sh "/);
        assert.match(text, new RegExp(`${part}_SHA256`));
      }
      for (const text of runs.filter((each) => !fetched.includes(each))) {
        assert.doesNotMatch(text, /https?:|curl|wget|WebRequest/i);
      }
      assert.deepEqual(instructions("ADD", everyInstruction(file)), []);
    });

    it(`${name}: has an absolute program as entry point, in exec form, and nothing that ends it otherwise`, () => {
      const { exec = [] } = only("ENTRYPOINT", finalStage(file));
      const absolute = name === "windows" ? /^C:\\/ : /^\//;
      for (const word of exec.filter((each) => each !== "--" && each !== "run")) assert.match(word, absolute);
      assert.equal(exec.at(-1), "run");
      // A Ctrl-C instead of the default would make a listener on the same console cancel its job.
      for (const keyword of ["CMD", "STOPSIGNAL"]) assert.deepEqual(instructions(keyword, finalStage(file)), []);
    });

    it(`${name}: says in labels where it comes from`, () => {
      const { properties } = only("LABEL", finalStage(file));
      assert.equal(properties["org.opencontainers.image.source"], "${IMAGE_SOURCE}");
      assert.equal(properties["org.opencontainers.image.version"], "${IMAGE_VERSION}");
      assert.equal(properties["org.opencontainers.image.base.name"], `\${${name.toUpperCase()}_BASE}`);
      assert.equal(properties["aks-agents.agent-version"], "${AGENT_VERSION}");
      assert.equal(properties["aks-agents.windows-build"], name === "windows" ? "${WINDOWS_BUILD}" : undefined);
      const declared = instructions("ARG", finalStage(file)).flatMap((each) => Object.keys(each.properties));
      for (const value of Object.values(properties)) {
        const [, argument] = /^\$\{(\w+)\}$/.exec(value ?? "") ?? [];
        assert.ok(argument === undefined || declared.includes(argument), `${argument} is not known in the last stage`);
      }
    });

    it(`${name}: holds no secret, neither as argument, nor in the environment, nor in the build context`, () => {
      const named = [...instructions("ARG", everyInstruction(file)), ...instructions("ENV", everyInstruction(file))];
      for (const { properties } of named) {
        assert.doesNotMatch(Object.keys(properties).join(" "), /token|secret|password|key|credential|AZP_/i);
      }
      const context = readFileSync(join(imagesFolder, ".dockerignore"), "utf8").split("\n");
      assert.ok(context.includes("*"), "everything is left out that is not named");
      const folders = context.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
      const copied = instructions("COPY", everyInstruction(file))
        .filter(({ flags }) => flags.from === undefined)
        .flatMap(({ text }) => text.split(/\s+/).slice(0, -1));
      for (const source of copied) {
        assert.ok(
          folders.some((folder) => source === folder || source.startsWith(`${folder}/`)),
          `${source} is not in the build context`,
        );
      }
    });

    it(`${name}: carries supervisor and fleet beside each other, and Node with its licence`, () => {
      const copies = instructions("COPY", finalStage(file));
      const root = name === "windows" ? "C:/azp/" : "/azp/";
      assert.ok(copies.some(({ text }) => text === `dist/supervisor.js dist/fleet.js ${root}`));
      assert.ok(copies.some(({ text }) => text === `node-LICENSE.txt ${root}node/LICENSE`));
      assert.ok(copies.some(({ text, flags }) => flags.from === "parts" && text === `${root}node/ ${root}node/`));
      assert.match(
        readFileSync(join(imagesFolder, "node-LICENSE.txt"), "utf8"),
        /^Node\.js is licensed for use as follows/,
      );
    });
  }

  it("a checksum is passed on only when it is resolved", () => {
    const unresolved = { ...pins, pins: pins.pins.map((pin) => ({ ...pin, digest: null })) };
    const given = buildArguments("linux", unresolved, { version: "1.0.0" });
    assert.deepEqual(
      Object.keys(given).filter((key) => key.endsWith("_SHA256")),
      [],
    );
    assert.equal(given.LINUX_BASE, "docker.io/library/ubuntu:24.04");
  });

  it("a base is pinned by its digest when it is resolved", () => {
    const digest = `sha256:${"a".repeat(64)}`;
    const resolved = { ...pins, pins: pins.pins.map((pin) => ({ ...pin, digest })) };
    assert.equal(
      buildArguments("windows2025", resolved, { version: "1.0.0" }).WINDOWS_BASE,
      `mcr.microsoft.com/windows/servercore:ltsc2025@${digest}`,
    );
  });
});

describe("the Windows Dockerfile", () => {
  it("is built from servercore of the agent class's Windows version, with that version's build", () => {
    for (const [os, { imageTag, build }] of Object.entries(windowsVersions)) {
      const given = buildArguments(os === "windows2022" ? "windows2022" : "windows2025", pins, { version: "1.0.0" });
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

describe("the Linux Dockerfile", () => {
  it("runs as user 1000, by number, so that Kubernetes can tell that it is not root", () => {
    assert.equal(only("USER", finalStage(linux)).text, "1000:1000");
  });

  it("has an init process in front of the supervisor, which reaps the orphans of jobs", () => {
    assert.deepEqual(only("ENTRYPOINT", finalStage(linux)).exec, [
      "/usr/bin/tini",
      "--",
      "/azp/node/bin/node",
      "/azp/supervisor.js",
      "run",
    ]);
    assert.match(readFileSync(join(imagesFolder, "linux", "build", "install-packages.sh"), "utf8"), / tini$/m);
  });

  it("stops at the first error, in pipes too", () => {
    for (const { instructions: own } of linux.stages) {
      assert.deepEqual(only("SHELL", own).exec, [
        "/bin/bash",
        "-o",
        "errexit",
        "-o",
        "nounset",
        "-o",
        "pipefail",
        "-c",
      ]);
    }
  });

  it("installs what the agent's own script would, from one moment of the archive", () => {
    const script = readFileSync(join(imagesFolder, "linux", "build", "install-packages.sh"), "utf8");
    const [, packages = ""] = /"\$libicu" (.*)$/m.exec(script) ?? [];
    for (const name of ["libkrb5-3", "zlib1g", "liblttng-ust1", "libssl3"])
      assert.ok(packages.split(" ").includes(name), name);
    for (const name of ["git", "git-lfs"]) assert.ok(packages.split(" ").includes(name), name);
    assert.match(script, /APT::Snapshot/);
    assert.ok(
      everyInstruction(linux).some(({ text }) => text === 'bash /build/install-packages.sh "${UBUNTU_SNAPSHOT}"'),
    );
  });

  it("gives the agent's folder to its user, and supervisor and Node to root", () => {
    const owned = instructions("COPY", finalStage(linux)).filter(({ flags }) => flags.chown !== undefined);
    assert.deepEqual(
      owned.map(({ text, flags }) => `${flags.chown} ${text}`),
      ["1000:1000 /azp/agent/ /azp/agent/"],
    );
  });
});

describe("the reader of Dockerfiles", () => {
  it("joins continued lines at the file's own escape character", () => {
    const { stages } = parseDockerfile(
      "# escape=`\nFROM base AS one\nRUN a `\n    C:\\b\\\nCOPY --from=x --chown=1:2 C:\\a b\n",
    );
    assert.deepEqual(
      stages.map(({ from, name, instructions: own }) => [from, name, own.map(({ text, flags }) => [text, flags])]),
      [
        [
          "base",
          "one",
          [
            ["a     C:\\b\\", {}],
            ["C:\\a b", { from: "x", chown: "1:2" }],
          ],
        ],
      ],
    );
  });
});
