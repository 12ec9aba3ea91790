import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readImageContexts } from "../../imageContexts";

describe("folders of image contexts", () => {
  let program: string;
  before(() => (program = mkdtempSync(join(tmpdir(), "program-"))));
  after(() => rmSync(program, { recursive: true }));

  function factsOf(dockerfile: string) {
    mkdirSync(join(program, "image"), { recursive: true });
    writeFileSync(join(program, "image", "Dockerfile"), dockerfile);
    return readImageContexts(["image"], program)["image"];
  }

  const sound = { kind: "dockerfile", declaresBase: true, startsFromBase: true };

  for (const [what, dockerfile] of [
    ["in the plain form", "ARG BASE\nFROM ${BASE}\nRUN true\n"],
    ["with the escape directive of Windows, and lines that end as there", "# escape=`\r\nARG BASE\r\nFROM $BASE\r\n"],
    [
      "with a default, other arguments, a platform and a name",
      "ARG SDK=9 BASE=x\nFROM --platform=windows/amd64 ${BASE} AS agent\n",
    ],
    ["in a later stage", "ARG BASE\nFROM alpine AS parts\nfrom ${BASE:-x}\n"],
  ] as const) {
    it(`start from the program's image ${what}`, () => assert.deepEqual(factsOf(dockerfile), sound));
  }

  it("that declare BASE in a stage only, where FROM does not see it, do not", () => {
    assert.deepEqual(factsOf("FROM alpine\nARG BASE\nFROM ${BASE}\n"), { ...sound, declaresBase: false });
  });

  it("whose stages are other images, or have a longer name of an argument, do not", () => {
    assert.deepEqual(factsOf("ARG BASE\nFROM ${BASE_IMAGE}\n"), { ...sound, startsFromBase: false });
    assert.deepEqual(factsOf("ARG BASE\nFROM alpine AS BASE\n"), { ...sound, startsFromBase: false });
  });

  it("are looked for below the program alone", () => {
    mkdirSync(join(program, "empty"), { recursive: true });
    writeFileSync(join(program, "file"), "");
    const kinds = Object.entries(
      readImageContexts(["../x", "a/../../x", "/srv", "none", "file", "empty", undefined], program),
    );
    assert.deepEqual(
      kinds.map(([folder, { kind }]) => [folder, kind]),
      [
        ["../x", "outside"],
        ["a/../../x", "outside"],
        ["/srv", "outside"],
        ["none", "missing"],
        ["file", "missing"],
        ["empty", "noDockerfile"],
      ],
    );
  });
});
