import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { describeOutcome } from "../../images/pins/resolvePins";
import { readPins } from "../../images/pins/pins";
import { projectRoot } from "../support/stackConfig";
import { lintWorkflow } from "./support/lintWorkflow";

const file = join(projectRoot, ".github", "workflows", "refresh-images.yml");
const workflow = z
  .object({
    on: z.object({ schedule: z.array(z.object({ cron: z.string() })) }),
    permissions: z.record(z.string(), z.string()),
    jobs: z.object({
      refresh: z.object({
        "runs-on": z.string(),
        steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })),
      }),
    }),
  })
  .parse(parse(readFileSync(file, "utf8")));
const { steps } = workflow.jobs.refresh;
const scripts = steps.flatMap(({ run = "" }) => run);

describe("the workflow that refreshes the images", function () {
  // The first time its checkers are built.
  this.timeout(600_000);

  it("is valid for actionlint, its scripts for shellcheck", function () {
    return lintWorkflow(this, file);
  });

  it("runs once a month, after the second Tuesday, which is the 14th at the latest", () => {
    const [{ cron } = { cron: "" }, ...more] = workflow.on.schedule;
    assert.deepEqual(more, []);
    const [, , day, month, weekday] = cron.split(" ");
    assert.ok(Number(day) > 14 && Number(day) <= 28, cron);
    assert.deepEqual([month, weekday], ["*", "*"]);
  });

  it("resolves the pins by the command that there is, and commits the two files that it writes", () => {
    const { scripts: commands } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")));
    assert.ok("pins" in commands);
    assert.ok(scripts.some((script) => script.includes("npm run --silent pins")));
    const commit = scripts.flatMap((script) => script.split("\n")).find((line) => line.includes("git commit"));
    assert.match(commit ?? "", / -- images\/pins\.json plan\/imagePins\.ts$/);
  });

  it("finds the pins that could not be resolved by the word that is said of them", () => {
    const pattern = /grep --extended-regexp "(.*)" outcomes/.exec(scripts.join("\n"))?.[1] ?? "";
    const [pin] = readPins().pins;
    assert.ok(pin && pattern !== "");
    assert.match(describeOutcome({ kind: "failed", pin, reason: "No answer." }), new RegExp(pattern));
    assert.doesNotMatch(describeOutcome({ kind: "same", pin }), new RegExp(pattern));
  });

  it("may write nothing but its branch and its pull request, and pins every action to a version", () => {
    assert.deepEqual(workflow.permissions, {});
    for (const { uses } of steps) {
      if (uses !== undefined) assert.match(uses, /^actions\/[\w-]+@(?:v\d+\.\d+\.\d+|[0-9a-f]{40})$/);
    }
  });
});
