import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { projectRoot } from "../support/stackConfig";
import { schemaProblems } from "./pipelineSchema";
import { readTemplate, renderTemplate } from "./renderTemplate";

const pipelines = join(projectRoot, "pipelines");
const templateFile = join(pipelines, "templates/build-with-acr-tasks.yml");
const text = readFileSync(templateFile, "utf8");
const template = readTemplate(text);
const small = { serviceConnection: "builds", images: ["web:1"] };

const templateUse = z.object({ template: z.string(), parameters: z.record(z.string(), z.json()) });

/** The steps of an example that use the template. */
function usesIn(example: string): readonly z.infer<typeof templateUse>[] {
  const { jobs } = z
    .object({ jobs: z.array(z.object({ steps: z.array(z.unknown()) })) })
    .parse(parse(readFileSync(join(pipelines, "examples", example), "utf8")));
  return jobs
    .flatMap(({ steps }) => steps)
    .flatMap((step) => {
      const use = templateUse.safeParse(step);
      return use.success ? [use.data] : [];
    });
}

describe("templates of pipelines", function () {
  // The first time the checker is installed.
  this.timeout(300_000);

  it("become steps that the schema of Azure Pipelines allows", async function () {
    const everything = {
      ...small,
      os: "windows2022",
      target: "site",
      registry: "contoso",
      buildArguments: { VERSION: "$(Build.BuildNumber)" },
      secretBuildArguments: { FEED_TOKEN: "$(feedToken)" },
    };
    for (const given of [small, everything]) {
      const steps = renderTemplate(template, given);
      assert.deepEqual(await schemaProblems(this, { parameters: template.parameters, steps }), []);
    }
  });

  it("would be refused by the schema with an input that the task does not have", async function () {
    const [step] = renderTemplate(template, small);
    const inputs = z.record(z.string(), z.json()).parse(step?.["inputs"]);
    const steps = [{ ...step, inputs: { ...inputs, addSpnToEnvironmen: true } }];
    assert.notDeepEqual(await schemaProblems(this, { steps }), []);
  });

  it("use every parameter that they take", () => {
    const [, steps = ""] = text.split("\nsteps:\n");
    for (const { name } of template.parameters) {
      assert.match(steps, new RegExp(`\\$\\{\\{[^}]*\\bparameters\\.${name}\\b`), name);
    }
  });

  it("say of each parameter what it means", () => {
    for (const { name } of template.parameters) {
      assert.match(text, new RegExp(`\\n  # [^\\n]+\\n  - name: ${name}\\n`), name);
    }
  });

  it("take no operating system that agents do not have, and demand what nobody can guess", () => {
    assert.throws(
      () => renderTemplate(template, { ...small, os: "windows2019" }),
      /'windows2019' is not a valid value/,
    );
    assert.throws(() => renderTemplate(template, { images: ["web:1"] }), /'serviceConnection' parameter must be/);
  });

  it("run one command that means the same in every shell, whatever the parameters are", () => {
    for (const name of ["web:1", "$(Build.SourceBranchName)'; exit 0; '", "%PATH%&calc"]) {
      const [step] = renderTemplate(template, { ...small, images: [name], buildArguments: { NOTE: name } });
      const { inlineScript } = z.object({ inlineScript: z.string() }).parse(step?.["inputs"]);
      assert.match(inlineScript, /^[\w -]+$/);
      assert.equal(inlineScript, "fleet build --builder acr --from-env");
    }
  });

  it("have the script sign in with the service connection, and keep secrets out of inputs", () => {
    const [step] = renderTemplate(template, { ...small, secretBuildArguments: { FEED_TOKEN: "$(feedToken)" } });
    const inputs = z.record(z.string(), z.json()).parse(step?.["inputs"]);
    assert.deepEqual([inputs["azureSubscription"], inputs["addSpnToEnvironment"]], ["builds", true]);
    assert.equal(JSON.stringify(inputs).includes("feedToken"), false);
    assert.equal(JSON.stringify(step?.["displayName"]).includes("feedToken"), false);
    assert.equal(z.record(z.string(), z.json()).parse(step?.["env"])["FLEET_BUILD_SECRET_FEED_TOKEN"], "$(feedToken)");
  });
});

describe("examples of pipelines", function () {
  this.timeout(300_000);

  const examples = readdirSync(join(pipelines, "examples"));

  for (const example of examples) {
    it(`${example} is allowed by the schema, as it is written and with its templates in place`, async function () {
      const written: unknown = parse(readFileSync(join(pipelines, "examples", example), "utf8"));
      assert.deepEqual(await schemaProblems(this, written), []);
      for (const { parameters } of usesIn(example)) {
        assert.deepEqual(await schemaProblems(this, { steps: renderTemplate(template, parameters) }), []);
      }
    });

    it(`${example} names a template that is there, in the repository that it declares`, () => {
      const uses = usesIn(example);
      assert.ok(uses.length > 0);
      for (const use of uses) {
        assert.equal(use.template, "pipelines/templates/build-with-acr-tasks.yml@fleet");
        assert.ok(readFileSync(join(projectRoot, use.template.replace(/@fleet$/, "")), "utf8").length > 0);
      }
    });
  }
});
