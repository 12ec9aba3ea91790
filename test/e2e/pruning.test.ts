import assert from "node:assert/strict";
import { BatchV1Api } from "@kubernetes/client-node";
import { waitFor } from "../../sandbox/kubernetes/waitFor";
import { AgentFleet, type FleetClass } from "../support/agentFleet";
import type { Agent } from "../support/pipelineJobs";

const replicas = 20;

describe("agents that their pods left behind", function () {
  this.timeout("6m");
  let fleet: AgentFleet;
  let linux: FleetClass;
  /** The agents whose pods were deleted by force. */
  let lost: readonly string[];
  let busy: string;
  let left: readonly Agent[];
  let report: string;

  before(async () => {
    const agents = [
      {
        name: "linux",
        os: "linux",
        replicas,
        vmSize: "Standard_D8s_v5",
        resources: { cpu: "100m", memoryMiB: 512 },
        capabilities: { kind: "docker" },
      },
    ];
    fleet = await AgentFleet.open("dev", { "aks-agents:agents": agents });
    linux = fleet.classOf("linux");
    lost = (await fleet.online(linux, replicas)).map(({ name }) => name);
    await registerOthers();
    const queued = await fleet.jobs.queue(linux.pool, { seconds: 900, demands: ["kind -equals docker"] });
    const [job] = await fleet.jobs.running(linux.pool, queued);
    busy = job?.agent ?? "";

    await Promise.all(
      lost.map((name) =>
        fleet.kubernetes.core.deleteNamespacedPod({ name, namespace: linux.namespace, gracePeriodSeconds: 0 }),
      ),
    );
    await fleet.agentsWhen(
      linux,
      "replaced",
      (all) => all.filter(({ name, online }) => online && !lost.includes(name)).length === replicas,
      180_000,
    );
    // The service ends a session five minutes after the last word of its listener.
    await Promise.all(lost.map((name) => fleet.jobs.disconnect(linux.pool, name)));
    report = await runPruning();
    left = await fleet.jobs.agents(linux.pool);
  });
  after(() => fleet?.remove());

  it("F09: 20 pods deleted by force leave no ghost, but for the one that has a job", () => {
    assert.deepEqual(
      left.map(({ name }) => name).filter((name) => lost.includes(name)),
      [busy],
    );
  });

  it("agents with a pod stay", () => {
    assert.equal(left.filter(({ name, online }) => online && !lost.includes(name)).length, replicas);
  });

  it("F29: foreign agents and placeholders stay, offline as they are", () => {
    const names = left.map(({ name }) => name);
    assert.deepEqual(
      ["linux-a-foreign", "linux-placeholder"].filter((name) => !names.includes(name)),
      [],
    );
  });

  it("the log names what was removed, and why the others stay", () => {
    assert.equal(lost.filter((name) => report.includes(`Removed ${name}`)).length, replicas - 1, report);
    assert.match(report, new RegExp(`Left ${busy}: .*job`));
    assert.match(report, /Left linux-placeholder: /);
    assert.doesNotMatch(report, /linux-a-foreign/);
  });

  /** An agent of somebody else whose name looks like one of ours, and a placeholder of the fleet. */
  async function registerOthers(): Promise<void> {
    const agents = await (await fleet.clouds.azureDevOps()).getTaskAgentApi();
    const [pool] = await agents.getAgentPools(linux.pool);
    const fleetMarker = { "AksAgents.Fleet": "aks-agents/dev" };
    for (const [name, systemCapabilities] of Object.entries({
      "linux-a-foreign": {},
      "linux-placeholder": { ...fleetMarker, "AksAgents.Placeholder": "true" },
    })) {
      await agents.addAgent({ name, version: "4.275.0", maxParallelism: 1, systemCapabilities }, pool?.id ?? 0);
    }
  }

  /** Runs the class's CronJob at once, and without its half hour of patience. @returns its log */
  async function runPruning(): Promise<string> {
    const batch = fleet.kubernetes.config.makeApiClient(BatchV1Api);
    const { namespace } = linux;
    const [cronJob] = (await batch.listNamespacedCronJob({ namespace })).items;
    const spec = cronJob?.spec?.jobTemplate.spec;
    const container = spec?.template.spec?.containers[0];
    assert.ok(spec && container);
    container.env = [
      ...(container.env ?? []).filter(({ name }) => name !== "AZP_PRUNE_AFTER_MINUTES"),
      { name: "AZP_PRUNE_AFTER_MINUTES", value: "0" },
    ];
    await batch.createNamespacedJob({ namespace, body: { metadata: { name: "prune-now" }, spec } });
    await waitFor(
      async () => {
        const { status } = await batch.readNamespacedJob({ namespace, name: "prune-now" });
        return (status?.succeeded ?? 0) + (status?.failed ?? 0) > 0;
      },
      { what: "the pruning has ended", timeoutMilliseconds: 60_000 },
    );
    const { items } = await fleet.kubernetes.core.listNamespacedPod({
      namespace,
      labelSelector: "batch.kubernetes.io/job-name=prune-now",
    });
    return fleet.kubernetes.core.readNamespacedPodLog({ namespace, name: items[0]?.metadata?.name ?? "" });
  }
});
