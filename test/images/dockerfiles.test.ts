import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildArguments } from "../../images/pins/buildArguments";
import { readPins, type ImageSystem } from "../../images/pins/pins";
import { imagesFolder, readDockerfile } from "./support/dockerfile";
import { everyInstruction, finalStage, instructions, only } from "./support/dockerfileInstructions";

const pins = readPins();

describe("both Dockerfiles", () => {
  const files = { windows: readDockerfile("windows"), linux: readDockerfile("linux") };
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
