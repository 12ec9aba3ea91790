import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BuildFailure } from "../../../sandbox/azure/containerRegistry/imageBuilder";
import { runProcess } from "../../../sandbox/engine/runProcess";
import { startTlsCloud, type TlsCloud } from "../tls/tlsCloud";
import { AzureCli } from "./azureCli";
import { TestBuilder } from "./containerRegistry/tasks/testBuilder";

describe("Microsoft's az builds an image by tasks of the Azure emulator", function () {
  this.timeout(900_000);
  const builder = new TestBuilder();
  const folder = mkdtempSync(join(tmpdir(), "az-acr-build-"));
  let cloud: TlsCloud | undefined;
  let cli: AzureCli;

  before(async function () {
    const provided = await AzureCli.provide();
    if (provided === undefined) {
      console.log("      python3 was not found on PATH: az cannot be installed, and nothing is shown of it");
      this.skip();
    }
    cli = provided;
    cloud = await startTlsCloud({ imageBuilder: builder });
    await signIn(cloud);
    await az("group", "create", "--name", "rg", "--location", "westeurope");
    await az("acr", "create", "--resource-group", "rg", "--name", "agents4711", "--sku", "Basic");
    mkdirSync(join(folder, "context"));
    writeFileSync(join(folder, "context", "Dockerfile"), "FROM scratch\nCOPY index.html /\n");
    writeFileSync(join(folder, "context", "index.html"), "hello");
    writeFileSync(join(folder, "context", "notes.txt"), "nobody's business");
    writeFileSync(join(folder, "context", ".dockerignore"), "notes.txt\n");
  });

  after(async () => {
    await cloud?.stop();
    rmSync(folder, { recursive: true });
  });

  async function azFails(...args: string[]): Promise<{ readonly exitCode: number; readonly printed: string }> {
    const { exitCode, stdout, stderr } = await cli.run(args, {
      AZURE_CONFIG_DIR: join(folder, "config"),
      AZURE_CORE_INSTANCE_DISCOVERY: "false",
      REQUESTS_CA_BUNDLE: cloud?.caFile ?? "",
      NO_PROXY: "127.0.0.1",
      no_proxy: "127.0.0.1",
    });
    return { exitCode, printed: stdout + stderr };
  }

  async function az(...args: string[]): Promise<string> {
    const { exitCode, printed } = await azFails(...args);
    assert.equal(exitCode, 0, `az ${args.join(" ")}\n${printed}`);
    return printed;
  }

  async function signIn({ azureTlsUrl, directory }: TlsCloud): Promise<void> {
    const secretFile = join(folder, "secret");
    writeFileSync(secretFile, directory.deployerSecret, { mode: 0o600 });
    await az("cloud", "register", "--name", "sandbox", "--endpoint-resource-manager", azureTlsUrl);
    await az("cloud", "set", "--name", "sandbox");
    const who = ["--username", directory.deployer.clientId, "--tenant", directory.tenantId];
    await az("login", "--service-principal", "--allow-no-subscriptions", ...who, "--password", `@${secretFile}`);
  }

  const buildIn = (registry: string, ...more: string[]) =>
    ["acr", "build", "--registry", registry, "--image", "web/site:1", ...more, join(folder, "context")] as const;
  const build = (...more: string[]) => buildIn("agents4711", ...more);

  it("packs the folder, uploads it, shows the log and ends well", async () => {
    const files = join(folder, "files");
    builder.work = async ({ archive }, log) => {
      mkdirSync(files);
      const unpacked = await runProcess("tar", ["-xzf", archive, "-C", files]);
      assert.equal(unpacked.exitCode, 0, unpacked.stderr);
      log("Step 1/2 : FROM scratch");
      log("Step 2/2 : COPY index.html /");
    };
    const printed = await az(...build("--build-arg", "COLOUR=green", "--platform", "windows"));
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
      log(
        "COPY failed: file not found in build context or excluded by .dockerignore: stat absent: file does not exist",
      );
      throw new BuildFailure("failed during run, err: exit status 1");
    };
    const { exitCode, printed } = await azFails(...build());
    assert.notEqual(exitCode, 0);
    assert.match(printed, /COPY failed: file not found[\s\S]*Run failed/);
  });

  it("lists the runs and shows what came of them", async () => {
    const runs = JSON.parse(await az("acr", "task", "list-runs", "--registry", "agents4711")) as { name: string }[];
    assert.deepEqual(
      runs.map(({ name }) => name),
      ["ca2", "ca1"],
    );
    const failed = await az("acr", "task", "list-runs", "--registry", "agents4711", "--run-status", "Failed");
    assert.deepEqual(
      (JSON.parse(failed) as { name: string }[]).map(({ name }) => name),
      ["ca2"],
    );
    assert.match(await az("acr", "task", "logs", "--registry", "agents4711", "--run-id", "ca1"), /COPY index\.html/);
  });

  it("F105: pushes to an ABAC registry as its caller, who needs a role there", async () => {
    builder.work = async () => undefined;
    const sku = ["--resource-group", "rg", "--sku", "Basic"];
    await az("acr", "create", "--name", "abac4711", ...sku, "--role-assignment-mode", "rbac-abac");
    const without = await azFails(...buildIn("abac4711"));
    assert.match(without.printed, /when specifying push, at least one credential is required/);
    const asCaller = buildIn("abac4711", "--source-acr-auth-id", "[caller]");
    assert.match((await azFails(...asCaller)).printed, /unauthorized: authentication required/);
    const principal = cloud?.directory.deployer.objectId ?? "";
    const assignee = ["--assignee-object-id", principal, "--assignee-principal-type", "ServicePrincipal"];
    const scope = JSON.parse(await az("acr", "show", "--name", "abac4711", "--query", "id")) as string;
    const role = "Container Registry Repository Writer";
    await az("role", "assignment", "create", "--role", role, "--scope", scope, ...assignee);
    assert.match(await az(...asCaller), /Run ID: ca3 was successful/);
  });

  it("tells of a subscription that may not run tasks", async () => {
    const code = "TasksOperationsNotAllowed";
    const effect = { kind: "answer", status: 400, body: { error: { code, message: "not permitted" } } } as const;
    cloud?.azureFaults.add({ path: "/scheduleRun", effect });
    const { exitCode, printed } = await azFails(...build());
    assert.notEqual(exitCode, 0);
    assert.match(printed, /TasksOperationsNotAllowed/);
  });
});
