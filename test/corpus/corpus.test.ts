import assert from "node:assert/strict";
import { mock } from "node:test";
import { imagePins } from "../../plan/imagePins";
import { rules } from "../../plan/rules";
import { keyHints } from "../../plan/settings/keyHints";
import { shapeCodes } from "../../plan/settings/shapeProblems";
import { runProgram } from "../support/runProgram";
import { corpusCases, type CorpusCase } from "./corpusCase";

/** Configurations that must not pass, each run through the program's own entry as a first preview. */
describe("corpus of bad configurations", function () {
  this.timeout(60_000);
  const cases = corpusCases();

  afterEach(() => mock.timers.reset());

  for (const corpusCase of cases.filter(({ kind }) => kind === "refusal")) {
    it(`${corpusCase.file}: is refused with ${codesOf(corpusCase)}`, async () => {
      const { error, registrations } = await run(corpusCase);
      assert.ok(error?.isRunError, `the person must see a message without a stack trace, and saw ${error?.message}`);
      assert.deepEqual(problemsIn(error.message), expected(corpusCase), error.message);
      assert.deepEqual(
        registrations.filter(({ type }) => type !== "pulumi:pulumi:Stack").map(({ urn }) => urn),
        [],
        "nothing may be registered",
      );
    });
  }

  for (const corpusCase of cases.filter(({ kind }) => kind === "warning")) {
    it(`${corpusCase.file}: is warned about with ${codesOf(corpusCase)}`, async function () {
      if (codesOf(corpusCase) === "image-pins-unresolved" && imagePins.every(({ resolved }) => resolved)) {
        // All pins of this checkout are resolved, so there is nothing to warn about.
        this.skip();
      }
      const { error, logs } = await run(corpusCase);
      assert.equal(error, undefined, error?.message);
      const warnings = logs.filter(({ severity }) => severity === "warning").map(({ message }) => message);
      const seen = warnings.flatMap(problemsIn).filter((problem) => !saysOfCheckout(problem, corpusCase));
      assert.deepEqual(seen.sort(), expected(corpusCase), warnings.join("\n"));
    });
  }

  it("has at least 80 configurations", () => {
    assert.ok(cases.length >= 80, `only ${cases.length}`);
  });

  it("triggers every rule, every hint and every check of shape", () => {
    const triggered = new Set(cases.flatMap(({ expect }) => expect.map(({ code }) => code)));
    const codes = [...rules.map(({ code }) => code), ...keyHints.map(({ code }) => code), ...shapeCodes];
    assert.deepEqual(
      [...new Set(codes)].filter((code) => !triggered.has(code)),
      withoutCase,
    );
  });

  it("shows no token, not even a malformed one", async () => {
    for (const corpusCase of cases.filter(({ config }) => (config["aks-agents:agentToken"] ?? "").trim() !== "")) {
      const { error, logs } = await run(corpusCase);
      const shown = [error?.message, ...logs.map(({ message }) => message)].join("\n");
      const token = (corpusCase.config["aks-agents:agentToken"] ?? "").trim();
      assert.ok(!shown.includes(token), `${corpusCase.file} shows the token`);
    }
  });
});

function run({ stack, base, config, secretKeys, now }: CorpusCase) {
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"], now: new Date(now) });
  return runProgram({ stack: stack ?? base, config, secretKeys, preview: true });
}

/** Place and code of every problem in a text, as `path [code]`. */
function problemsIn(text: string): string[] {
  return [...text.matchAll(/^ {0,2}(\S.*?) \[([a-z0-9-]+)\]/gm)].map(([, path, code]) => `${path} [${code}]`).sort();
}

function expected({ expect }: CorpusCase): string[] {
  return expect.map(({ path, code }) => `${path} [${code}]`).sort();
}

/** Warnings that come from the checkout, not from the configuration: only their own cases are about them. */
const checkoutCodes = ["image-pins-unresolved", "agent-package-old"];

/** No base of this checkout may be old, or even resolved: test/plan/imageAge.test.ts gives the plan one that is. */
const withoutCase = ["image-base-old"];

function saysOfCheckout(problem: string, { expect }: CorpusCase): boolean {
  const code = [...checkoutCodes, ...withoutCase].find((each) => problem.endsWith(`[${each}]`));
  return code !== undefined && !expect.some((expected) => expected.code === code);
}

function codesOf({ expect }: CorpusCase): string {
  return expect.map(({ code }) => code).join(", ");
}
