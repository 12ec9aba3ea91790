import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { exitCodes } from "../../images/supervisor/exitCodes";
import { projectRoot } from "../support/stackConfig";
import { lintWorkflow } from "./support/lintWorkflow";

const file = join(projectRoot, ".github", "workflows", "images.yml");
const workflow = z
  .object({
    jobs: z.record(
      z.string(),
      z.object({
        "runs-on": z.string(),
        strategy: z.object({ matrix: z.object({ include: z.array(z.record(z.string(), z.string())) }) }).optional(),
        steps: z.array(
          z.object({ name: z.string().optional(), uses: z.string().optional(), run: z.string().optional() }),
        ),
      }),
    ),
  })
  .parse(parse(readFileSync(file, "utf8")));
const jobs = Object.values(workflow.jobs);

describe("the workflow of the images", function () {
  // The first time its checkers are built.
  this.timeout(600_000);

  it("is valid for actionlint, its scripts for shellcheck", function () {
    return lintWorkflow(this, file);
  });

  it("runs on hosted runners of both Windows versions and of Linux, none of which floats", () => {
    const runners = jobs.flatMap((job) => job.strategy?.matrix.include.map(({ runner }) => runner) ?? job["runs-on"]);
    assert.deepEqual(runners.sort(), ["ubuntu-24.04", "windows-2022", "windows-2025"]);
  });

  it("pins every action to a version", () => {
    for (const { uses } of jobs.flatMap(({ steps }) => steps)) {
      if (uses !== undefined) assert.match(uses, /^actions\/[\w-]+@(?:v\d+\.\d+\.\d+|[0-9a-f]{40})$/);
    }
  });

  it("expects the exit codes that the supervisor has", () => {
    for (const { steps } of jobs) {
      const { run = "" } = steps.find(({ name }) => name?.startsWith("Start it without configuration")) ?? {};
      const expected = [...run.matchAll(/(?:= |-ne )(\d\d)\b/g)].map(([, code]) => Number(code));
      assert.deepEqual(expected, [exitCodes.configuration, exitCodes.network]);
    }
  });

  it("leaves out only tests that there are", () => {
    const [, names = ""] =
      /--ignore "test\/images\/supervisor\/\{(.*)\}\.test\.ts"/.exec(readFileSync(file, "utf8")) ?? [];
    assert.notEqual(names, "");
    for (const name of names.split(",")) {
      assert.ok(existsSync(join(projectRoot, "test", "images", "supervisor", `${name}.test.ts`)), name);
    }
  });
});
