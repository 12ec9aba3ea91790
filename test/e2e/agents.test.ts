import assert from "node:assert/strict";
import { AgentFleet, type FleetClass } from "../support/agentFleet";
import { waitFor } from "../../sandbox/kubernetes/waitFor";

describe("agents at work", function () {
  this.timeout("5m");
  let fleet: AgentFleet;
  let windows: FleetClass;

  before(async () => {
    fleet = await AgentFleet.open("dev");
    windows = fleet.classOf("win22");
  });
  after(() => fleet?.remove());

  it("`up` ends when the agents are online", async () => {
    for (const name of ["win22", "linux"]) {
      const [pod] = await fleet.pods(fleet.classOf(name));
      const agents = await fleet.jobs.agents(fleet.classOf(name).pool);
      assert.deepEqual(
        agents.map((agent) => ({ name: agent.name, online: agent.online, enabled: agent.enabled })),
        [{ name: pod?.metadata?.name, online: true, enabled: true }],
      );
    }
  });

  it("F01: a job of win22 runs on a node of build 20348", async () => {
    const [job] = await fleet.jobs.ended(windows.pool, await fleet.jobs.queue(windows.pool, { seconds: 1 }));
    const pod = (await fleet.pods(windows)).find(({ metadata }) => metadata?.name === job?.agent);
    const node = await fleet.kubernetes.core.readNode({ name: pod?.spec?.nodeName ?? "" });
    assert.equal(job?.result, "succeeded");
    assert.equal(node.metadata?.labels?.["node.kubernetes.io/windows-build"], "10.0.20348");
  });

  it("scaling down during a job lets it finish, and removes the agent", async () => {
    await fleet.scale(windows, 2);
    const before = await fleet.online(windows, 2);
    const queued = await fleet.jobs.queue(windows.pool, { count: 2, seconds: 8 });
    await fleet.jobs.running(windows.pool, queued);
    await fleet.scale(windows, 1);
    const jobs = await fleet.jobs.ended(windows.pool, queued);
    const [left] = await fleet.online(windows, 1);
    assert.deepEqual(
      jobs.map(({ result }) => result),
      ["succeeded", "succeeded"],
    );
    assert.deepEqual(jobs.map(({ agent }) => agent).sort(), before.map(({ name }) => name).sort());
    assert.ok(before.some(({ name }) => name === left?.name));
  });

  it("a rolling update during jobs loses none", async () => {
    const [old] = await fleet.online(windows, 1);
    const queued = await fleet.jobs.queue(windows.pool, { count: 3, seconds: 3 });
    await fleet.jobs.running(windows.pool, queued.slice(0, 1));
    await fleet.restart(windows);
    const jobs = await fleet.jobs.ended(windows.pool, queued);
    const [agent] = await fleet.agentsWhen(
      windows,
      "the new one alone",
      (agents) => agents.length === 1 && agents[0]?.online === true && agents[0].name !== old?.name,
    );
    assert.deepEqual(
      jobs.map(({ result }) => result),
      ["succeeded", "succeeded", "succeeded"],
    );
    assert.notEqual(agent?.name, old?.name);
  });

  it("F07, F09: a supervisor that is killed hard leaves a ghost, and its restart replaces it", async () => {
    const [ghost] = await fleet.online(windows, 1);
    const [pod] = await fleet.pods(windows);
    process.kill(fleet.supervisorOf(pod?.metadata?.name ?? ""), "SIGKILL");
    const [agent] = await fleet.agentsWhen(
      windows,
      "replaced",
      (agents) => agents.length === 1 && agents[0]?.online === true && agents[0].id !== ghost?.id,
    );
    assert.equal(agent?.name, ghost?.name);
    const [job] = await fleet.jobs.ended(windows.pool, await fleet.jobs.queue(windows.pool, { seconds: 1 }));
    assert.equal(job?.result, "succeeded");
  });

  it("a node that vanishes during a job takes the job with it, and a new agent comes on another node", async () => {
    const linux = fleet.classOf("linux");
    const [lost] = await fleet.online(linux, 1);
    const [pod] = await fleet.pods(linux);
    const queued = await fleet.jobs.queue(linux.pool, { seconds: 600 });
    const [running] = await fleet.jobs.running(linux.pool, queued);
    await fleet.kubernetes.core.deleteNode({ name: pod?.spec?.nodeName ?? "" });
    const agents = await fleet.agentsWhen(
      linux,
      "two, one of them new and online",
      (all) => all.length === 2 && all.some(({ name, online }) => online && name !== lost?.name),
    );
    // The service gives the job up when its lease ends; until then the ghost counts as busy and is left alone.
    assert.equal(agents.find(({ name }) => name === lost?.name)?.busy, true);
    const [next] = await fleet.jobs.ended(linux.pool, await fleet.jobs.queue(linux.pool, { seconds: 1 }));
    assert.equal(next?.result, "succeeded");
    await fleet.jobs.abandon(linux.pool, running?.requestId ?? 0);
  });

  describe("destroy with a running job", () => {
    it("loses no job, and leaves no agent and no ghost", async () => {
      const queued = await fleet.jobs.queue(windows.pool, { seconds: 12 });
      await fleet.jobs.running(windows.pool, queued);
      let last: string | undefined;
      const watching = waitFor(
        async () => {
          try {
            last = (await fleet.jobs.job(windows.pool, queued[0] ?? 0)).result ?? last;
          } catch {
            // The pool is gone, and its jobs with it.
            return true;
          }
          return false;
        },
        { what: "the agent pool is gone", timeoutMilliseconds: 120_000, intervalMilliseconds: 200 },
      );
      await fleet.stack.destroy();
      await watching;
      const summary = await fleet.jobs.summary();
      assert.equal(last, "succeeded");
      assert.deepEqual(
        summary.pools.filter(({ name }) => name.startsWith("aks-agents-dev-")),
        [],
      );
      assert.deepEqual(
        summary.agentsDeletedWithPool.filter((name) => name.startsWith(windows.pool)),
        [],
      );
    });
  });
});
