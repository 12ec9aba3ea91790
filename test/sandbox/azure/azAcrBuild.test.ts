import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BuildFailure } from "../../../sandbox/azure/containerRegistry/imageBuilder";
import { runProcess } from "../../../sandbox/engine/runProcess";
import { TestBuilder } from "./containerRegistry/tasks/testBuilder";
import { SignedInAz } from "./signedInAz";

describe("Microsoft's az builds an image by tasks of the Azure emulator", function () {
  // The first time, az is downloaded and installed.
  this.timeout(900_000);
  const builder = new TestBuilder();
  let running: SignedInAz | undefined;
  let az: SignedInAz;
  let context: string;

  before(async function () {
    running = await SignedInAz.start({ imageBuilder: builder });
    if (running === undefined) {
      this.skip();
    }
    az = running;
    await az.run("acr", "create", "--resource-group", "rg", "--name", "agents4711", "--sku", "Basic");
    context = join(az.folder, "context");
    mkdirSync(context);
    writeFileSync(join(context, "Dockerfile"), "FROM scratch\nCOPY index.html /\n");
    writeFileSync(join(context, "index.html"), "hello");
    writeFileSync(join(context, "notes.txt"), "nobody's business");
    writeFileSync(join(context, ".dockerignore"), "notes.txt\n");
  });

  after(async () => running?.stop());

  const buildIn = (registry: string, ...more: string[]) =>
    ["acr", "build", "--registry", registry, "--image", "web/site:1", ...more, context] as const;
  const build = (...more: string[]) => buildIn("agents4711", ...more);

  it("packs the folder, uploads it, shows the log and ends well", async () => {
    const files = join(az.folder, "files");
    builder.work = async ({ archive }, log) => {
      mkdirSync(files);
      const unpacked = await runProcess("tar", ["-xzf", archive, "-C", files]);
      assert.equal(unpacked.exitCode, 0, unpacked.stderr);
      log("Step 1/2 : FROM scratch");
      log("Step 2/2 : COPY index.html /");
    };
    const printed = await az.run(...build("--build-arg", "COLOUR=green", "--platform", "windows"));
    assert.match(printed, /Queued a build with ID: ca1/);
    assert.match(printed, /Step 2\/2 : COPY index\.html \/\r\nRun ID: ca1 was successful after/);
    const order = builder.orders.at(-1);
    assert.deepEqual(order?.platform, { os: "windows", architecture: "amd64" });
    assert.deepEqual(order?.buildArguments, [{ name: "COLOUR", value: "green", isSecret: false }]);
    assert.equal(readFileSync(join(files, order?.dockerfile ?? ""), "utf8"), "FROM scratch\nCOPY index.html /\n");
    assert.equal(readFileSync(join(files, "index.html"), "utf8"), "hello");
    assert.throws(() => readFileSync(join(files, "notes.txt")), /ENOENT/);
  });

  it("shows the log of a build that fails, and fails too", async () => {
    builder.work = async (_order, log) => {
      log("COPY failed: file not found in build context or excluded by .dockerignore");
      throw new BuildFailure("failed during run, err: exit status 1");
    };
    assert.match(await az.fail(...build()), /COPY failed: file not found[\s\S]*Run failed/);
  });

  it("lists the runs and shows what came of them", async () => {
    const registry = ["--registry", "agents4711"];
    const listed = async (...more: string[]) =>
      (JSON.parse(await az.run("acr", "task", "list-runs", ...registry, ...more)) as { name: string }[]).map(
        ({ name }) => name,
      );
    assert.deepEqual(await listed(), ["ca2", "ca1"]);
    assert.deepEqual(await listed("--run-status", "Failed"), ["ca2"]);
    assert.match(await az.run("acr", "task", "logs", ...registry, "--run-id", "ca1"), /COPY index\.html/);
  });

  it("F105: pushes to an ABAC registry as its caller, who needs a role there", async () => {
    builder.work = async () => undefined;
    const sku = ["--resource-group", "rg", "--sku", "Basic"];
    await az.run("acr", "create", "--name", "abac4711", ...sku, "--role-assignment-mode", "rbac-abac");
    assert.match(await az.fail(...buildIn("abac4711")), /when specifying push, at least one credential is required/);
    const asCaller = buildIn("abac4711", "--source-acr-auth-id", "[caller]");
    assert.match(await az.fail(...asCaller), /unauthorized: authentication required/);
    const principal = az.cloud.directory.deployer.objectId;
    const assignee = ["--assignee-object-id", principal, "--assignee-principal-type", "ServicePrincipal"];
    const scope = JSON.parse(await az.run("acr", "show", "--name", "abac4711", "--query", "id")) as string;
    const role = "Container Registry Repository Writer";
    await az.run("role", "assignment", "create", "--role", role, "--scope", scope, ...assignee);
    assert.match(await az.run(...asCaller), /Run ID: ca3 was successful/);
  });

  it("tells of a subscription that may not run tasks", async () => {
    const code = "TasksOperationsNotAllowed";
    const effect = { kind: "answer", status: 400, body: { error: { code, message: "not permitted" } } } as const;
    az.cloud.azureFaults.add({ path: "/scheduleRun", effect });
    assert.match(await az.fail(...build()), /TasksOperationsNotAllowed/);
  });
});
