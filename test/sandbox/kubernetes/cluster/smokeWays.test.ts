import assert from "node:assert/strict";
import { CheckFailure, type CheckResult } from "../../../../cli/smoke/checks/checkResult";
import { runChecks } from "../../../../cli/smoke/checks/runChecks";
import { deploySmoke } from "../../../../cli/smoke/deploySmoke";
import { kubernetesCluster } from "../../../../cli/smoke/kubernetesCluster";
import { removeSmoke } from "../../../../cli/smoke/removeSmoke";
import type { SmokeCluster } from "../../../../cli/smoke/smokeCluster";
import { usualPace, type SmokeRun } from "../../../../cli/smoke/smokeRun";
import { smokeTarget } from "../../../../cli/smoke/smokeTarget";
import { podExec } from "../../../../cli/smoke/ways/podExec";
import { sandboxWays } from "../../../../cli/smoke/ways/sandboxWays";
import type { SmokeWays } from "../../../../cli/smoke/ways/smokeWays";
import { freePort } from "../../../../sandbox/freePort";
import { processesWith } from "../support/processesWith";
import { sharedCluster, type SharedCluster } from "../support/sharedCluster";
import { linuxPool } from "../support/specs";

describe("Smoke check of a cluster of the sandbox", function () {
  this.timeout(120_000);
  const namespace = "smoke-ways";
  const target = smokeTarget("linux");
  const pace = { ...usualPace, pauseMilliseconds: 100, settleSeconds: 0 };
  const run: SmokeRun = { namespace, pace, signal: new AbortController().signal, progress: () => undefined };
  let shared: SharedCluster;
  let cluster: SmokeCluster;
  let ways: SmokeWays;
  let port: number;

  before(async () => {
    shared = await sharedCluster();
    const labels = { "aks-agents.io/os": "linux" };
    await shared.putPool(linuxPool("smoke", { labels, taints: ["aks-agents.io/agent-class=any:NoSchedule"] }));
    cluster = kubernetesCluster(shared.config);
    port = await freePort();
    const podAddresses = async () => shared.runtime.podAddresses(shared.id);
    ways = sandboxWays({ config: shared.config, port, podAddresses });
    const image = shared.images.put("smoke-web", server(port), {}, { environment: { SANDBOX_POD_ADDRESS: "" } });
    await cluster.createNamespace({ metadata: { name: namespace } });
    // The images of this registry have no entry point of their own.
    const withCommand: SmokeCluster = {
      ...cluster,
      createDeployment: (deployment) => {
        deployment.spec?.template.spec?.containers.forEach((container) => (container.command = ["/app/main.sh"]));
        return cluster.createDeployment(deployment);
      },
    };
    await deploySmoke(withCommand, namespace, [{ target, image }], port);
  });

  const find = (results: readonly CheckResult[], name: string) => results.find(({ check }) => check === name);

  it("passes what it can reach, and says of the rest that it is not possible here", async () => {
    const results = await runChecks({ cluster, ways, targets: [target] }, run);
    assert.deepEqual(
      results
        .filter(({ check, subject }) => check !== "nodes" || subject === "smoke")
        .map(({ check, outcome }) => `${check}: ${outcome}`),
      [
        "pods: passed",
        "nodes: passed",
        "service discovery: not possible here",
        "service address: not possible here",
        "service to pod: passed",
        "inbound: passed",
        "outbound: not possible here",
      ],
    );
    assert.match(
      find(results, "service to pod")?.evidence ?? "",
      /^10\.244\.\d+\.\d+:\d+ \(127\..*HTTP 200; 10\.244\./,
    );
    assert.match(find(results, "pods")?.evidence ?? "", /of pool smoke/);
  });

  it("commands in pods end with their code, their output, or the reason why they did not start", async () => {
    const [pod] = await cluster.pods(namespace, {});
    const exec = podExec(shared.config);
    const name = pod?.metadata?.name ?? "";
    const shell = await exec(namespace, name, "web", ["sh", "-c", "echo out; echo err >&2; exit 7"]);
    assert.deepEqual(shell, { exitCode: 7, stdout: "out\n", stderr: "err\n" });
    assert.deepEqual(await exec(namespace, name, "web", ["true"]), { exitCode: 0, stdout: "", stderr: "" });
    const missing = await exec(namespace, name, "web", ["no-such-program"]);
    assert.equal(missing.exitCode, undefined);
    assert.match(missing.stderr, /executable file not found/);
  });

  it("a web server that stops answering turns what was passed to failed", async () => {
    const pods = await cluster.pods(namespace, {});
    const { spec } = await cluster.service(namespace, "web-linux");
    const ready = pods.map(({ metadata, status }) => ({
      name: metadata?.name ?? "",
      node: "",
      address: status?.podIP ?? "",
    }));
    const to = {
      namespace,
      service: "web-linux",
      clusterIp: spec?.clusterIP ?? "",
      pods: ready,
      from: { name: "", node: "", address: "", system: "linux" as const },
    };
    const [address = ""] = ready.map((each) => each.address);
    assert.match(await ways.podAddress(to, address, port), /HTTP 200/);
    assert.match(await ways.inbound(to), /HTTP 200/);
    const stopped = processesWith(`.listen(${port},`);
    assert.equal(stopped.length, 2);
    stopped.forEach((pid) => process.kill(pid, "SIGSTOP"));
    const fails = (error: unknown) => error instanceof CheckFailure && error.outcome === "failed";
    await Promise.all([
      assert.rejects(ways.podAddress(to, address, port), fails),
      assert.rejects(ways.inbound(to), fails),
    ]);
  });

  it("removes everything, also what hangs", async () => {
    const removal = { namespace, pace, progress: () => undefined, signal: new AbortController().signal };
    assert.equal(await removeSmoke(cluster, removal), true);
    assert.deepEqual(processesWith(`.listen(${port},`), []);
  });
});

/** A web server as the images of web servers have it. */
function server(port: number): string {
  return `exec '${process.execPath}' -e "
require('http').createServer((request, response) => response.end('page')).listen(${port}, process.env.SANDBOX_POD_ADDRESS)"`;
}
