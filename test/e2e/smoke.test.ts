import assert from "node:assert/strict";
import { join } from "node:path";
import { CoreV1Api, KubeConfig } from "@kubernetes/client-node";
import { sandboxAccess } from "../../cli/smoke/sandboxAccess";
import type { CheckResult } from "../../cli/smoke/checks/checkResult";
import { runChecks } from "../../cli/smoke/checks/runChecks";
import { removeSmoke } from "../../cli/smoke/removeSmoke";
import type { SmokeAccess } from "../../cli/smoke/smokeAccess";
import type { SmokeReport } from "../../cli/smoke/smokeReport";
import { usualPace } from "../../cli/smoke/smokeRun";
import { smokeTarget } from "../../cli/smoke/smokeTarget";
import { withForwardedPort } from "../../cli/smoke/ways/forwardedPort";
import { runProcess, type ProcessResult } from "../../sandbox/engine/runProcess";
import { waitFor } from "../../sandbox/kubernetes/waitFor";
import { checkout } from "../../sandbox/paths";
import { runningServer } from "../../sandbox/serverFile";
import { sandboxProcesses } from "../support/sandboxProcesses";
import { TestStack } from "../support/testStack";

describe("fleet smoke in the sandbox", function () {
  this.timeout("6m");
  let stack: TestStack;
  let access: SmokeAccess;
  let config: KubeConfig;
  let core: CoreV1Api;

  before(async () => {
    stack = await TestStack.open("dev");
    await stack.up();
    const server = runningServer(stack.paths);
    assert.ok(server);
    access = await sandboxAccess(stack.paths, server, "dev", 8080);
    config = new KubeConfig();
    config.loadFromFile(join(stack.paths.root, "kubeconfigs", "dev"));
    core = config.makeApiClient(CoreV1Api);
  });
  after(() => stack?.remove());

  function smoke(
    args: readonly string[],
    onStart?: (kill: (name: NodeJS.Signals) => void) => void,
  ): Promise<ProcessResult> {
    return runProcess(process.execPath, ["--import", "tsx", "cli/fleet.ts", "smoke", ...args], {
      cwd: checkout,
      env: { AKS_AGENTS_SANDBOX: stack.paths.root },
      ...(onStart && { onStart }),
    });
  }

  const outcomes = (checks: readonly CheckResult[], name: string) =>
    checks.filter(({ check }) => check === name).map(({ subject, outcome }) => `${subject}: ${outcome}`);

  const webServers = () =>
    sandboxProcesses(stack.paths.root).filter(({ commandLine }) => /webServer\.js/.test(commandLine));

  it("builds the samples, finds everything reachable that the sandbox has, and leaves nothing behind", async () => {
    const { exitCode, stdout, stderr } = await smoke(["--json"]);
    assert.equal(exitCode, 0, `${stdout}\n${stderr}`);
    const { checks, images, totals, namespace } = JSON.parse(stdout) as SmokeReport;
    assert.equal(totals.failed, 0);
    for (const name of ["pods", "service to pod", "inbound"]) {
      assert.deepEqual(outcomes(checks, name), ["windows2022: passed", "linux: passed"], name);
    }
    for (const name of ["service discovery", "service address", "outbound"]) {
      assert.deepEqual(outcomes(checks, name), ["windows2022: not possible here", "linux: not possible here"], name);
    }
    assert.deepEqual(outcomes(checks, "runtime class"), ["windows2022: passed"]);
    assert.match(images["windows2022"] ?? "", /\.azurecr\.io\/smoke\/windows2022@sha256:[0-9a-f]{64}$/);
    const pods = checks.find(({ check, subject }) => check === "pods" && subject === "windows2022");
    assert.match(pods?.evidence ?? "", /build 10\.0\.20348/);
    assert.equal(await access.cluster.namespaceExists(namespace), false);
    assert.deepEqual(webServers(), []);
  });

  it("builds nothing the second time; stopping the web servers turns what was passed to failed", async () => {
    const kept = await smoke(["--json", "--keep", "--os", "linux"]);
    assert.equal(kept.exitCode, 0, kept.stderr);
    assert.match(kept.stderr, /linux: samples\/linux-web: run \w+ of an earlier build is taken/);
    const { namespace } = JSON.parse(kept.stdout) as SmokeReport;
    const servers = webServers();
    assert.equal(servers.length, 2);
    const [pod] = await core.listNamespacedPod({ namespace }).then(({ items }) => items);
    const place = { namespace, pod: pod?.metadata?.name ?? "", port: 8080 };
    const page = await withForwardedPort(config, place, async (url) => (await fetch(url)).text());
    assert.match(page, /Served by nginx in a Linux container/);
    servers.forEach(({ pid }) => process.kill(pid, "SIGSTOP"));

    const pace = { ...usualPace, settleSeconds: 0 };
    const signal = new AbortController().signal;
    const targets = [{ ...smokeTarget("linux"), startSeconds: 0 }];
    const checks = await runChecks({ ...access, targets }, { namespace, signal, pace, progress: () => undefined });
    for (const name of ["service to pod", "inbound"]) {
      assert.deepEqual(outcomes(checks, name), ["linux: failed"], name);
    }
    assert.equal(await removeSmoke(access.cluster, { namespace, pace, signal, progress: () => undefined }), true);
    assert.deepEqual(webServers(), []);
  });

  it("an interrupt removes what was made", async () => {
    let interrupt: (name: NodeJS.Signals) => void = () => undefined;
    // Of a registry that the sandbox does not know: its containers are simulated, and the check waits for an answer.
    const image = "nobody.azurecr.io/web:1";
    const command = smoke(["--os", "linux", "--image", `linux=${image}`, "--port", "1"], (kill) => {
      interrupt = kill;
    });
    const labelSelector = "app.kubernetes.io/name=smoke-web";
    const pods = async () => (await core.listPodForAllNamespaces({ labelSelector })).items;
    await waitFor(async () => (await pods()).length > 0, { what: "the check has begun", timeoutMilliseconds: 60_000 });
    interrupt("SIGINT");
    assert.equal((await command).exitCode, 130);
    assert.deepEqual(await pods(), []);
  });
});
