import assert from "node:assert/strict";
import { at } from "../support/propertyValues";
import { configWith, graphOf, types, type Graph } from "./graph";

describe("graph: pruning of agents that are gone", () => {
  let dev: Graph;
  before(async () => {
    dev = await graphOf({ stack: "dev" });
  });

  it("F09: every class has a job for it, one at a time, that neither piles up nor repeats itself", () => {
    const jobs = dev.ofType(types.cronJob);
    assert.deepEqual(jobs.map(({ name }) => name).sort(), ["linux-pruning-job", "win22-pruning-job"]);
    for (const { inputs } of jobs) {
      assert.equal(at(inputs, "spec.schedule"), "*/30 * * * *");
      assert.equal(at(inputs, "spec.concurrencyPolicy"), "Forbid");
      assert.equal(at(inputs, "spec.jobTemplate.spec.backoffLimit"), 0);
      assert.equal(at(inputs, "spec.successfulJobsHistoryLimit"), 1);
      assert.equal(at(inputs, "spec.failedJobsHistoryLimit"), 1);
      // Over before the next one, half an hour later.
      assert.ok(Number(at(inputs, "spec.jobTemplate.spec.activeDeadlineSeconds")) < 1800);
    }
  });

  it("runs the class's image on the class's nodes, beside its agents", () => {
    for (const agentClass of ["win22", "linux"]) {
      const agent = at(dev.named(`${agentClass}-a-deployment`).inputs, "spec.template.spec");
      const job = at(dev.named(`${agentClass}-pruning-job`).inputs, "spec.jobTemplate.spec.template.spec");
      for (const path of [
        "nodeSelector",
        "tolerations",
        "runtimeClassName",
        "containers.0.image",
        "serviceAccountName",
      ]) {
        assert.deepEqual(at(job, path), at(agent, path), path);
      }
    }
  });

  it("neither counts as an agent nor falls under the agents' disruption budget", () => {
    const nameLabel = "app.kubernetes.io/name";
    for (const agentClass of ["win22", "linux"]) {
      const { inputs: agents } = dev.named(`${agentClass}-a-deployment`);
      const { inputs: job } = dev.named(`${agentClass}-pruning-job`);
      const selected = at(agents, "spec.selector.matchLabels", nameLabel);
      assert.equal(typeof selected, "string");
      assert.notEqual(at(job, "spec.jobTemplate.spec.template.metadata.labels", nameLabel), selected);
    }
  });

  it("may list the pods of its namespace, and nothing else in the cluster", () => {
    assert.deepEqual(dev.ofType(types.clusterRole), []);
    for (const agentClass of ["win22", "linux"]) {
      const role = dev.named(`${agentClass}-pruning-role`);
      assert.deepEqual(role.inputs["rules"], [{ apiGroups: [""], resources: ["pods"], verbs: ["list"] }]);
      const binding = dev.named(`${agentClass}-pruning-binding`).inputs;
      assert.deepEqual(at(binding, "subjects"), [
        { kind: "ServiceAccount", name: "agent", namespace: `agents-${agentClass}` },
      ]);
      assert.deepEqual(
        [at(binding, "metadata.namespace"), at(role.inputs, "metadata.namespace")],
        [`agents-${agentClass}`, `agents-${agentClass}`],
      );
    }
  });

  it("F104: is gone before its credential, its role and its pool are", () => {
    for (const job of dev.ofType(types.cronJob)) {
      const agentClass = job.name.split("-")[0] ?? "";
      const needed = dev.needs(job);
      for (const name of ["identity-federation", "identity-role", "devops-pool"]) {
        assert.ok(needed.has(dev.named(`${agentClass}-${name}`)), `${job.name} must be deleted before ${name}`);
      }
    }
  });

  it("rests while a class has no agents, because its job would bring up a node", async () => {
    const agents = [
      { name: "win22", os: "windows2022", replicas: 0 },
      { name: "linux", os: "linux", replicas: 0, generation: "b", previous: { generation: "a", replicas: 1 } },
    ];
    const graph = await graphOf({ stack: "dev", config: configWith("dev", { "aks-agents:agents": agents }) });
    assert.equal(at(graph.named("win22-pruning-job").inputs, "spec.suspend"), true);
    assert.equal(at(graph.named("linux-pruning-job").inputs, "spec.suspend"), false);
    assert.equal(at(dev.named("win22-pruning-job").inputs, "spec.suspend"), false);
  });
});
