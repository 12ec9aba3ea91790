import assert from "node:assert/strict";
import { record } from "../sandbox/azuredevops/fixture";
import { viewAgentClass, type AgentClassView } from "../support/agentClassView";
import { Clouds } from "../support/clouds";
import { TestStack } from "../support/testStack";

const expected = {
  win22: { nodePool: "win22a", os: "windows", windowsBuild: "10.0.20348" },
  win25: { nodePool: "win25a", os: "windows", windowsBuild: "10.0.26100" },
  linux: { nodePool: "linuxa", os: "linux" },
};

describe("the dual stack", function () {
  this.timeout("6m");
  let stack: TestStack;
  let clouds: Clouds;
  const views = new Map<string, AgentClassView>();

  before(async () => {
    stack = await TestStack.open("dual");
    clouds = new Clouds(stack.paths);
    await stack.up();
    const kubernetes = await clouds.kubernetes(String((await stack.outputs())["clusterId"]));
    for (const agentClass of Object.keys(expected)) {
      views.set(agentClass, await viewAgentClass(kubernetes, agentClass));
    }
  });
  after(() => stack.remove());

  for (const [agentClass, node] of Object.entries(expected)) {
    it(`F01: agents of ${agentClass} are Ready on nodes of ${node.nodePool}, and only there`, () => {
      const view = views.get(agentClass);
      assert.ok(view !== undefined && view.replicas > 0);
      assert.equal(view.readyReplicas, view.replicas);
      assert.deepEqual(
        view.pods,
        view.pods.map(() => node),
      );
    });
  }

  it("Windows Server 2025 comes by the AKS API that knows it", async () => {
    const path = "providers/Microsoft.ContainerService/managedClusters/aks-agents-dual/agentPools/win25a";
    const { properties } = await clouds.azure("aks-agents-dual", path, "2026-02-01");
    assert.equal(record(properties)["osSKU"], "Windows2025");
  });

  it("a second preview shows no change", async () => {
    await stack.run("preview", "--expect-no-changes");
  });
});
