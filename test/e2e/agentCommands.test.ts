import assert from "node:assert/strict";
import { waitFor } from "../../sandbox/kubernetes/waitFor";
import { AgentFleet, type FleetClass } from "../support/agentFleet";
import { runCommand } from "../support/sandboxCommand";

describe("what a person does with agents in the sandbox", function () {
  this.timeout("4m");
  let fleet: AgentFleet;
  let windows: FleetClass;

  const run = (...args: string[]) => runCommand(fleet.stack.paths.root, "--stack", "pr", ...args);
  const kubectl = (...args: string[]) => run("kubectl", "--namespace", windows.namespace, ...args);
  const podName = async () => (await fleet.pods(windows))[0]?.metadata?.name ?? "";

  before(async () => {
    fleet = await AgentFleet.open("pr");
    windows = fleet.classOf("win22");
  });
  after(() => fleet?.remove());

  it("job queue --wait follows jobs to the end: what they print, and on which agent and node they ran", async () => {
    const { exitCode, stdout, stderr } = await run(
      ...["job", "queue", "--pool", windows.pool, "--script", "echo built by $AGENT_NAME", "--wait"],
    );
    const [pod] = await fleet.pods(windows);
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, new RegExp(`built by ${pod?.metadata?.name}`));
    assert.match(stdout, new RegExp(`${pod?.spec?.nodeName}`));
    assert.match(stdout, /succeeded/);
  });

  it("job queue --wait ends with 1 when a job fails", async () => {
    const { exitCode } = await run("job", "queue", "--class", "win22", "--script", "exit 3", "--wait");
    assert.equal(exitCode, 1);
  });

  it("a pool with a typo is answered with the pools that there are", async () => {
    const { exitCode, stderr } = await run("job", "queue", "--pool", "no-such-pool");
    assert.equal(exitCode, 1);
    assert.match(stderr, new RegExp(windows.pool));
    assert.doesNotMatch(stderr, /^\s+at /m);
  });

  it("status tells online, busy and offline agents", async () => {
    const queued = await fleet.jobs.queue(windows.pool, { seconds: 5 });
    await fleet.jobs.running(windows.pool, queued);
    const { stdout } = await run("status", "--json");
    const { agentClasses } = JSON.parse(stdout) as { agentClasses: { agents: unknown[] }[] };
    assert.deepEqual(agentClasses[0]?.agents, [{ name: await podName(), enabled: true, online: true, busy: true }]);
    assert.match((await run("status")).stdout, /1 of them busy/);
    await fleet.jobs.ended(windows.pool, queued);
  });

  it("kubectl logs shows how the agent came into service", async () => {
    const { stdout } = await kubectl("logs", await podName());
    assert.match(stdout, /register/);
    assert.match(stdout, /listen/i);
  });

  it("kubectl exec runs in the container, with its environment and exit code", async () => {
    const name = await podName();
    const there = await kubectl("exec", name, "--", "sh", "-c", "echo agent $AZP_AGENT_NAME; exit 7");
    assert.equal(there.stdout.trim(), `agent ${name}`);
    assert.equal(there.exitCode, 7);
  });

  it("kubectl exec tells the health of the agent", async () => {
    const args = ["exec", await podName(), "--", "C:\\azp\\node\\node.exe", "C:\\azp\\supervisor.js", "health"];
    assert.equal((await kubectl(...args)).exitCode, 0);
  });

  it("kubectl describe tells the story of the pod", async () => {
    const { stdout } = await kubectl("describe", "pod", await podName());
    assert.match(stdout, /Successfully pulled image|already present on machine/);
    assert.match(stdout, /AZP_URL:\s+https:\/\/dev\.azure\.com\/contoso/);
    assert.match(stdout, /Container started/);
  });

  it("kubectl logs --previous shows the container before the restart", async () => {
    const name = await podName();
    process.kill(fleet.supervisorOf(name), "SIGKILL");
    await waitFor(
      async () => {
        const [container] = (await fleet.pods(windows))[0]?.status?.containerStatuses ?? [];
        return container?.restartCount === 1 && container.ready;
      },
      { what: "the container runs again", timeoutMilliseconds: 60_000 },
    );
    const { exitCode, stdout } = await kubectl("logs", name, "--previous");
    assert.equal(exitCode, 0);
    assert.match(stdout, /register/);
  });
});
