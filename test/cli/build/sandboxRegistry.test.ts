import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sandboxPaths } from "../../../sandbox/paths";
import { writeServerFile } from "../../../sandbox/serverFile";
import { BuildCloud, registryId, startFleet } from "./buildCloud";
import { waitingBuild } from "./waitingBuild";

const loginServer = "agents4711.azurecr.io";

describe("fleet build in a checkout whose sandbox runs", function () {
  this.timeout("90s");
  let cloud: BuildCloud;
  let root: string;
  let context: string;
  before(async () => {
    cloud = await BuildCloud.start();
    const { azureTlsUrl, entraTlsUrl, caFile } = cloud.cloud;
    // The cloud keeps its files where a sandbox keeps them.
    root = dirname(dirname(caFile));
    writeServerFile(sandboxPaths(root), {
      pid: process.pid,
      azureUrl: "",
      azureTlsUrl,
      azureDevOpsUrl: "",
      entraUrl: "",
      entraTlsUrl,
      caFile,
      ociRegistryUrl: "",
      controlUrl: "",
      controlKey: "",
    });
    context = mkdtempSync(join(tmpdir(), "fleet-sandbox-build-"));
    writeFileSync(join(context, "Dockerfile"), "FROM scratch\n");
  });
  after(async () => {
    rmSync(context, { recursive: true });
    await cloud.stop();
  });

  function bringUp(stack: string): void {
    const file = join(sandboxPaths(root).pulumi, "backend", ".pulumi", "stacks", "aks-agents", `${stack}.json`);
    mkdirSync(dirname(file), { recursive: true });
    const outputs = { registryId, registryLoginServer: loginServer };
    const resources = [{ urn: "stack", type: "pulumi:pulumi:Stack", outputs }];
    writeFileSync(file, JSON.stringify({ checkpoint: { latest: { resources } } }));
  }

  const build = (...args: string[]) =>
    startFleet("fleet", [context, "--image", "web/site:1", ...args], { AKS_AGENTS_SANDBOX: root, FLEET_REGISTRY: "" });

  it("says where a registry may come from as long as there is none", async () => {
    const { exitCode, stderr } = await build().ended;
    assert.equal(exitCode, 2);
    assert.match(stderr, /--registry takes[^]*FLEET_REGISTRY[^]*npm run sandbox/);
  });

  it("builds in the stack's registry as the person who deploys, whose secret is on no command line", async () => {
    bringUp("dev");
    let commandLines = "";
    cloud.builder.work = async () => {
      commandLines = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
    };
    const { exitCode, stdout, stderr } = await build("--registry", loginServer).ended;
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /agents4711\.azurecr\.io\/web\/site@sha256:/);
    assert.match(commandLines, /fleet\.ts build/);
    assert.ok(!commandLines.includes(cloud.cloud.directory.deployerSecret));
  });

  it("passes an interruption on to the build, and its exit code back", async () => {
    const waiting = waitingBuild(cloud.builder);
    const running = build();
    await waiting.started;
    running.interrupt();
    assert.equal((await running.ended).exitCode, 130);
    assert.ok(waiting.wasStopped());
  });
});
