import assert from "node:assert/strict";
import type { Registration } from "../support/registration";
import { runProgram } from "../support/runProgram";
import { at } from "../support/propertyValues";
import { graphOf, stacks, types, type Graph } from "./graph";

/** Which resources must exist before others, and until those have been deleted. */
for (const stack of stacks) {
  describe(`order of ${stack}`, () => {
    let graph: Graph;
    before(async () => {
      graph = await graphOf({ stack });
    });

    /** Resources of a class have its name as the first part of theirs. */
    function ofClass(type: string, deployment: Registration): Registration {
      const agentClass = String(at(deployment.inputs, "spec.template.metadata.labels", "app.kubernetes.io/component"));
      const found = graph.ofType(type).find(({ name }) => name.startsWith(`${agentClass}-`));
      assert.ok(found, `${deployment.name} has no ${type}`);
      return found;
    }

    it("F104: what an agent needs to unregister outlives its last pod", () => {
      const deployments = graph.ofType(types.deployment);
      assert.ok(deployments.length > 0);
      for (const deployment of deployments) {
        const needed = graph.needs(deployment);
        for (const type of [
          types.federation,
          types.member,
          types.role,
          types.agentPool,
          types.queue,
          types.namespace,
          types.serviceAccount,
        ]) {
          const own = ofClass(type, deployment);
          assert.ok(needed.has(own), `${deployment.name} must be deleted before ${own.name}`);
        }
      }
    });

    it("the nodes of an agent outlive its last pod", () => {
      for (const deployment of graph.ofType(types.deployment)) {
        const generation = deployment.name.replace(/-deployment$/, "").replace("-", "");
        assert.ok(graph.needs(deployment).has(graph.named(`${generation}-pool`)), deployment.name);
      }
    });

    it("F14: the RuntimeClass is there before the first pod that names it", () => {
      for (const deployment of graph.ofType(types.deployment)) {
        const runtimeClass = at(deployment.inputs, "spec.template.spec.runtimeClassName");
        if (typeof runtimeClass === "string") {
          assert.ok(graph.needs(deployment).has(graph.named(`${runtimeClass}-class`)), deployment.name);
        }
      }
    });

    it("F47: nodes may pull images before the first agent pod", () => {
      const role = graph.named("registry-pull");
      for (const deployment of graph.ofType(types.deployment)) {
        assert.ok(graph.needs(deployment).has(role), deployment.name);
      }
    });

    it("agents are deleted for real, and drained, also where the cluster goes with them", () => {
      for (const { deletedWith, name } of graph.ofType(types.deployment)) {
        assert.equal(deletedWith, undefined, name);
      }
    });

    it("node pools are created one after the other, Windows first", () => {
      const pools = graph.ofType(types.nodePool);
      const systems = pools.map(({ inputs }) => inputs["osType"]);
      assert.deepEqual(systems, [...systems].sort().reverse());
      for (const [index, pool] of pools.entries()) {
        const before = pools.slice(0, index);
        assert.deepEqual(
          before.filter((earlier) => !graph.needs(pool).has(earlier)),
          [],
          `${pool.name} must wait for all pools before it`,
        );
      }
    });

    it("a fresh identity becomes a member only when the cluster exists, so that the organisation knows it", () => {
      for (const member of graph.ofType(types.member)) {
        assert.ok(graph.needs(member).has(graph.only(types.managedCluster)), member.name);
      }
    });

    it("what needs no cluster is created while the cluster is", async () => {
      const early = graph.all.filter((each) =>
        [types.registry, types.imageBuild, types.storageAccount, types.identity, types.agentPool, types.queue].some(
          (type) => each.type === type,
        ),
      );
      const run = await runProgram({ stack, createdAfter: { "cluster-cluster": early.map(({ name }) => name) } });
      assert.equal(run.error, undefined);
    });
  });
}
