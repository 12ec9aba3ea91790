import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { BuildCloud, registryId, startFleet } from "../cli/build/buildCloud";
import { digest } from "../sandbox/azure/containerRegistry/tasks/testBuilder";
import { projectRoot } from "../support/stackConfig";
import { withVariables } from "./pipelineVariables";
import { readTemplate, renderTemplate } from "./renderTemplate";
import type { TemplateValue } from "./templateExpression";

const template = readTemplate(readFileSync(join(projectRoot, "pipelines/templates/build-with-acr-tasks.yml"), "utf8"));
const canary = "canary-4711-of-a-feed";

/** What the template's step does, by the `fleet` that agent images have. */
describe("the template build-with-acr-tasks", function () {
  this.timeout("60s");
  let cloud: BuildCloud;
  let sources: string;
  before(async () => {
    cloud = await BuildCloud.start();
    sources = mkdtempSync(join(tmpdir(), "template-build-"));
    mkdirSync(join(sources, "web"));
    writeFileSync(join(sources, "Dockerfile"), "FROM scratch\nCOPY . /\n");
    writeFileSync(join(sources, "web", "Dockerfile"), "FROM scratch\nCOPY . /\n");
  });
  after(async () => {
    await cloud.stop();
    rmSync(sources, { recursive: true });
  });

  async function run(given: Readonly<Record<string, TemplateValue>>, variables: Readonly<Record<string, string>> = {}) {
    const [step] = renderTemplate(template, { serviceConnection: "builds", ...given });
    const { inputs, env } = z
      .object({ inputs: z.object({ inlineScript: z.string() }), env: z.record(z.string(), z.json()) })
      .parse(step);
    const [fleet, command, ...words] = inputs.inlineScript.split(" ");
    assert.deepEqual([fleet, command], ["fleet", "build"]);
    const environment = withVariables(env, {
      "Build.SourcesDirectory": sources,
      "System.AccessToken": "token-of-the-job",
      ...variables,
    });
    const started = startFleet("agentFleet", words, { ...cloud.signedIn, FLEET_REGISTRY: registryId, ...environment });
    return { ...(await started.ended), order: cloud.builder.orders.at(-1) };
  }

  it("builds the pipeline's sources for Linux and sets the output variable when nothing else is said", async () => {
    const { exitCode, stdout, stderr, order } = await run({ images: ["web/site:1"] });

    assert.equal(exitCode, 0, stderr);
    assert.ok(
      stdout.includes(`##vso[task.setvariable variable=image;isOutput=true]agents4711.azurecr.io/web/site@${digest}\n`),
    );
    assert.deepEqual([order?.imageNames, order?.platform.os, order?.buildArguments], [["web/site:1"], "linux", []]);
  });

  it("passes everything on, whatever characters are in it", async () => {
    const { exitCode, stdout, stderr, order } = await run(
      {
        images: ["web/site:$(Build.BuildId)", "web/site:latest"],
        os: "windows2022",
        context: "$(Build.SourcesDirectory)/web",
        target: "final",
        cache: false,
        timeoutMinutes: 90,
        registry: "agents4711",
        outputVariable: "site",
        buildArguments: { BRANCH: "$(Build.SourceBranchName)" },
        secretBuildArguments: { FEED: "$(feed)" },
      },
      { "Build.BuildId": "42", "Build.SourceBranchName": 'it\'s%PATH%&"so"; exit', feed: canary },
    );

    assert.equal(exitCode, 0, stderr);
    assert.deepEqual(order?.imageNames, ["web/site:42", "web/site:latest"]);
    assert.deepEqual(order?.platform, { os: "windows", architecture: "amd64" });
    assert.equal(order?.target, "final");
    assert.deepEqual(order?.buildArguments, [
      { name: "WINDOWS_VERSION", value: "ltsc2022", isSecret: false },
      { name: "BRANCH", value: 'it\'s%PATH%&"so"; exit', isSecret: false },
      { name: "FEED", value: canary, isSecret: true },
    ]);
    assert.match(stdout, /variable=site;isOutput=true\]/);
    assert.equal(`${stdout}${stderr}`.includes(canary), false);
  });

  it("fails before anything is started where the pipeline lacks a variable", async () => {
    const before = cloud.builder.orders.length;
    const { exitCode, stderr } = await run({ images: ["web/site:1"], secretBuildArguments: { FEED: "$(feed)" } });

    assert.equal(exitCode, 2);
    assert.match(stderr, /left a variable in FLEET_BUILD_SECRET_FEED as it is/);
    assert.equal(cloud.builder.orders.length, before);
  });
});
