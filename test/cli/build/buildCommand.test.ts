import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "../../../sandbox/paths";
import { BuildFailure } from "../../../sandbox/azure/containerRegistry/imageBuilder";
import { digest } from "../../sandbox/azure/containerRegistry/tasks/testBuilder";
import { BuildCloud, registryId, startFleet } from "./buildCloud";
import { waitingBuild } from "./waitingBuild";

const canary = "canary-4711-of-a-feed";
const reference = `agents4711.azurecr.io/web/site@${digest}`;

describe("fleet build", function () {
  this.timeout("90s");
  let cloud: BuildCloud;
  let folder: string;
  let context: string;
  before(async () => {
    cloud = await BuildCloud.start();
    folder = mkdtempSync(join(tmpdir(), "fleet-build-"));
    context = join(folder, "context");
    mkdirSync(context);
    writeFileSync(join(context, "Dockerfile"), "FROM scratch\nCOPY index.html /\n");
    writeFileSync(join(context, "index.html"), "<p>hello</p>");
  });
  after(async () => {
    await cloud.stop();
    rmSync(folder, { recursive: true });
  });

  const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    startFleet("agentFleet", args, { ...cloud.signedIn, FLEET_REGISTRY: registryId, ...env });
  const run = (args: readonly string[], env?: Readonly<Record<string, string>>) => start(args, env).ended;

  it("shows the log, ends with 0 and tells the digest on the screen, in a file and to the pipeline", async () => {
    cloud.builder.work = async (_order, log) => {
      log("Step 1/2 : FROM scratch");
      log("##vso[task.setvariable variable=PATH]from a build's log");
    };
    const digestFile = join(folder, "digest.txt");
    const { exitCode, stdout, stderr } = await run(
      [
        context,
        ...["--os", "windows2025", "--image", "web/site:1", "--image", "web/site:latest", "--build-arg", "VERSION=a=b"],
        ...["--secret-build-arg", "FEED", "--target", "final", "--no-cache"],
        ...["--digest-file", digestFile, "--output-variable", "image"],
      ],
      { FEED: canary },
    );
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /^Step 1\/2 : FROM scratch$/m);
    assert.ok(stdout.includes(`agents4711.azurecr.io/web/site:1\n    ${reference}\n`));
    assert.equal(readFileSync(digestFile, "utf8"), `${digest}\n`);
    // A line that a build prints is not for the agent to obey.
    assert.deepEqual(stdout.match(/^.*##vso.*$/gm), [
      `##vso[task.setvariable variable=image;isOutput=true]${reference}`,
    ]);
    const order = cloud.builder.orders.at(-1);
    assert.deepEqual(order?.imageNames, ["web/site:1", "web/site:latest"]);
    assert.deepEqual(order?.platform, { os: "windows", architecture: "amd64" });
    assert.equal(order?.target, "final");
    assert.deepEqual(order?.buildArguments, [
      { name: "WINDOWS_VERSION", value: "ltsc2025", isSecret: false },
      { name: "VERSION", value: "a=b", isSecret: false },
      { name: "FEED", value: canary, isSecret: true },
    ]);
    for (const secret of [canary, cloud.signedIn["ARM_CLIENT_SECRET"] ?? ""]) {
      assert.ok(!`${stdout}${stderr}`.includes(secret));
      assert.ok(!readFileSync(order?.archive ?? "").includes(secret));
    }
  });

  it("prints the result alone with --json", async () => {
    cloud.builder.work = async (_order, log) => log("Step 1/2 : FROM scratch");
    const { exitCode, stdout } = await run([context, "--image", "web/site:1", "--json"]);
    assert.equal(exitCode, 0);
    const result = JSON.parse(stdout) as Record<string, unknown>;
    assert.equal(result["reference"], reference);
    assert.deepEqual(result["images"], [{ repository: "web/site", tag: "1", digest }]);
  });

  it("ends with 1 when a step fails, with what it printed, and an issue of the pipeline's run", async () => {
    cloud.builder.work = async (_order, log) => {
      log("npm ERR! missing script: build");
      log("The command '/bin/sh -c npm run build' returned a non-zero code: 254");
      throw new BuildFailure("failed during run, err: exit status 1");
    };
    const { exitCode, stdout, stderr } = await run([context, "--image", "web/site:1", "--quiet"], { TF_BUILD: "True" });
    assert.equal(exitCode, 1);
    assert.doesNotMatch(stdout, /npm ERR/);
    assert.match(stderr, /^##vso\[task\.logissue type=error\]A step of the Dockerfile failed with exit code 254: /m);
    assert.match(stderr, /^ {2}npm ERR! missing script: build$/m);

    const loud = await run([context, "--image", "web/site:1"]);
    assert.match(loud.stdout, /^npm ERR! missing script: build$/m);
    assert.doesNotMatch(loud.stderr, /npm ERR/);
    assert.match(loud.stderr, /^A step of the Dockerfile failed with exit code 254: /m);
  });

  it("cancels the run when it is interrupted, waits for that and ends with 130", async () => {
    const waiting = waitingBuild(cloud.builder);
    const build = start([context, "--image", "web/site:1"]);
    await waiting.started;
    build.interrupt();
    const { exitCode, stderr } = await build.ended;
    assert.equal(exitCode, 130);
    assert.ok(waiting.wasStopped());
    assert.match(stderr, /its run \w+ ended as canceled/);
  });

  it("cancels the run when nobody reads what it prints any more, as in a pipeline's job that was cancelled", async () => {
    const waiting = waitingBuild(cloud.builder);
    const build = spawn(
      process.execPath,
      ["--import", "tsx", "cli/agentFleet.ts", "build", context, "--image", "web/site:1"],
      { cwd: checkout, env: { ...process.env, ...cloud.signedIn, FLEET_REGISTRY: registryId } },
    );
    const ended = new Promise((resolve) => build.on("exit", resolve));
    const say = await waiting.started;
    build.stdout.destroy();
    build.stderr.destroy();
    say("Step 2/2 : COPY index.html /");
    assert.equal(await ended, 130);
    assert.ok(waiting.wasStopped());
  });

  it("tells who is not known what to do, without what they have sent", async () => {
    const { directory } = cloud.cloud;
    const task = { servicePrincipalId: directory.deployer.clientId, tenantId: directory.tenantId, idToken: canary };
    const { exitCode, stdout, stderr } = await run([context, "--image", "web/site:1"], {
      ...task,
      ARM_CLIENT_SECRET: "",
    });
    assert.equal(exitCode, 1);
    assert.match(stderr, /^Azure does not know who asks: [^]*AzureCLI task/);
    assert.ok(!`${stdout}${stderr}`.includes(canary));
  });
});
