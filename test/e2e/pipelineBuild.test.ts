import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { stackResources } from "../../sandbox/stackState";
import { withVariables } from "../pipelines/pipelineVariables";
import { readTemplate, renderTemplate } from "../pipelines/renderTemplate";
import { AgentFleet } from "../support/agentFleet";
import { projectRoot } from "../support/stackConfig";

const friend = { id: 7, name: "friend" };
const serviceConnection = "aks-agents-dev-builds";
const dockerfile = readFileSync(join(projectRoot, "samples/linux-web/Dockerfile"), "utf8");

/** What the template's step runs, with its variables, for a shell: the sandbox has no tasks. */
function scriptOf(parameters: Parameters<typeof renderTemplate>[1], sources: string): string {
  const template = readTemplate(
    readFileSync(join(projectRoot, "pipelines/templates/build-with-acr-tasks.yml"), "utf8"),
  );
  const { inputs, env } = z
    .object({ inputs: z.object({ inlineScript: z.string() }), env: z.record(z.string(), z.json()) })
    .parse(renderTemplate(template, { serviceConnection, ...parameters })[0]);
  const variables = withVariables(env, { "Build.SourcesDirectory": sources });
  const exports = Object.entries(variables)
    // The job's own token is in the environment already: nothing replaces macros here.
    .filter(([name]) => name !== "SYSTEM_ACCESSTOKEN")
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'`);
  return [...exports, inputs.inlineScript].join("\n");
}

/** Writes a small context, as a checkout would leave it. */
const checkout = [
  "mkdir -p site/content",
  "echo '<p>built by a pipeline</p>' > site/content/index.html",
  `cat > site/Dockerfile <<'END'\n${dockerfile}END`,
].join("\n");

describe("a pipeline builds an image", function () {
  this.timeout("10m");
  let fleet: AgentFleet;
  before(async () => {
    fleet = await AgentFleet.open("dev", {
      "aks-agents:imageBuilds": { pipelineConnection: { pipelines: [friend.id] } },
    });
  });
  after(() => fleet?.remove());

  async function run(script: string, pipeline = friend) {
    const { pool } = fleet.classOf("linux");
    const requestIds = await fleet.jobs.queue(pool, { script, serviceConnection, pipeline });
    const [job] = await fleet.jobs.ended(pool, requestIds);
    assert.ok(job);
    return job;
  }

  function identityOf(name: string): string {
    const identity = stackResources(fleet.stack.paths, "dev").find(({ urn }) => urn.endsWith(`::${name}`));
    return String(identity?.outputs?.["principalId"]);
  }

  it("on an agent of the fleet, through the service connection, and has its digest; the log shows no token", async () => {
    const build = scriptOf({ images: ["shop/web:1"] }, "site");

    const { result, log } = await run(`${checkout}\n${build} && echo "signed in with $idToken"`);

    assert.equal(result, "succeeded", log);
    const [, repository = "", digest = ""] =
      /##vso\[task\.setvariable variable=image;isOutput=true\]([^@\s]+)@(sha256:[0-9a-f]{64})$/m.exec(log) ?? [];
    const loginServer = String((await fleet.stack.outputs())["registryLoginServer"]);
    assert.equal(repository, `${loginServer}/shop/web`);
    const manifest = await fetch(`${fleet.clouds.server.ociRegistryUrl}/v2/${repository}/manifests/${digest}`, {
      headers: {
        accept: "application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json",
      },
    });
    assert.deepEqual([manifest.status, manifest.headers.get("docker-content-digest")], [200, digest]);
    assert.match(log, /^signed in with \*\*\*$/m);
    assert.doesNotMatch(log, /eyJ[\w-]+\./);
  });

  it("and fails with the step that failed", async () => {
    const broken = checkout.replace("COPY content/", "COPY contents/");

    const { result, log } = await run(`${broken}\n${scriptOf({ images: ["shop/web:2"] }, "site")}`);

    assert.equal(result, "failed");
    assert.match(log, /COPY failed|contents/);
    assert.match(log, /^##vso\[task\.logissue type=error\]/m);
  });

  it("but only if it is authorised for the connection: else its job never runs", async () => {
    const { result, agent, log } = await run("true", { id: 8, name: "stranger" });

    assert.deepEqual([result, agent], ["failed", undefined]);
    assert.match(
      log,
      new RegExp(`service connection ${serviceConnection} which could not be found.*not been authorized`),
    );
  });

  it("with an identity that may do nothing else in Azure", async () => {
    const principalId = identityOf("pipelines-identity");
    const ids = await fleet.clouds.azureIds();
    const idOf = (pattern: RegExp) =>
      ids.find((id) => pattern.test(id)) ?? assert.fail(`there is no ${pattern.source}`);
    const registry = idOf(/\/registries\/[^/]+$/i);
    const account = idOf(/\/storageAccounts\/[^/]+$/i);
    const cluster = idOf(/\/managedClusters\/[^/]+$/i);
    const allowed = await fleet.clouds.azureAnswer(
      principalId,
      "POST",
      `${registry}/listBuildSourceUploadUrl`,
      "2019-06-01-preview",
    );
    assert.equal(allowed.status, 200);

    const refused = [
      ["PUT", registry, "2023-01-01-preview"],
      ["DELETE", registry, "2023-01-01-preview"],
      ["POST", `${registry}/listCredentials`, "2023-01-01-preview"],
      ["GET", account, "2024-01-01"],
      ["POST", `${account}/listKeys`, "2024-01-01"],
      ["GET", cluster, "2025-09-01"],
      ["POST", `${cluster}/listClusterAdminCredential`, "2025-09-01"],
      ["DELETE", cluster, "2025-09-01"],
      ["DELETE", idOf(/\/userAssignedIdentities\/pipelines-identity[^/]*$/i), "2024-11-30"],
    ] as const;
    for (const [method, id, apiVersion] of refused) {
      const answer = await fleet.clouds.azureAnswer(principalId, method, id, apiVersion);
      assert.deepEqual(answer, { status: 403, code: "AuthorizationFailed" }, `${method} ${id}`);
    }
  });
});
