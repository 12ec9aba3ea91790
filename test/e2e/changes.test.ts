import assert from "node:assert/strict";
import { record } from "../sandbox/azuredevops/fixture";
import { Clouds } from "../support/clouds";
import { changesIn, position, type Report, type Step } from "../support/engineReport";
import { TestStack } from "../support/testStack";

const small = { nodes: { max: 1 }, jobTimeoutMinutes: 15 };
const win22 = { name: "win22", os: "windows2022", ...small };
const linux = { name: "linux", os: "linux", ...small };
const resourceGroup = "aks-agents-pr";
const cluster = "providers/Microsoft.ContainerService/managedClusters/aks-agents-pr";

describe("changes to a small stack of two classes", function () {
  this.timeout("5m");
  let stack: TestStack;
  let clouds: Clouds;

  before(async () => {
    stack = await TestStack.open("pr", {
      "aks-agents:agents": [win22, linux],
      "aks-agents:azureDevOps": { project: "fleet", pipelines: "all" },
    });
    clouds = new Clouds(stack.paths);
    // Agent pools of somebody else, so that no agent pool of the stack has the id of a queue.
    const agents = await (await clouds.azureDevOps()).getTaskAgentApi();
    await agents.addAgentPool({ name: "spare 1", autoProvision: false });
    await agents.addAgentPool({ name: "spare 2", autoProvision: false });
    await stack.up();
  });
  after(() => stack.remove());

  describe("F60: an authorised queue", () => {
    it("is the queue by its own id, not by the agent pool's", async () => {
      const agents = await (await clouds.azureDevOps()).getTaskAgentApi();
      for (const { id, pool } of await agents.getAgentQueues("fleet")) {
        assert.notEqual(id, pool?.id);
        const permissions = await clouds.azureDevOpsRest(`fleet/_apis/pipelines/pipelinepermissions/queue/${id}`);
        assert.equal(record(permissions["allPipelines"])["authorized"], true);
      }
    });
  });

  describe("F44: a changed tag", () => {
    let planned: readonly Step[];
    let done: readonly Step[];

    before(async () => {
      stack.configure({ "aks-agents:tags": { team: "builds" } });
      planned = await stack.previewChanges();
      done = changesIn(await stack.up());
    });

    it("updates resources of Azure in place, and touches no object of the cluster", () => {
      assert.deepEqual([...new Set(done.map(({ op }) => op))], ["update"]);
      assert.deepEqual(
        done.filter(({ type }) => !type.startsWith("azure-native:")),
        [],
      );
    });

    it("does what its preview has shown", () => {
      const names = (steps: readonly Step[]) => steps.map(({ name }) => name).sort();
      assert.deepEqual(names(planned), names(done));
    });

    it("reaches the cluster", async () => {
      const { tags } = await clouds.azure(resourceGroup, cluster, "2025-09-01");
      assert.equal(record(tags)["team"], "builds");
    });
  });

  describe("a changed agent class", () => {
    it("updates its own node pool and Deployment alone", async () => {
      stack.configure({
        "aks-agents:agents": [win22, { ...linux, nodes: { max: 2 }, capabilities: { team: "builds" } }],
      });
      const changes = changesIn(await stack.up()).map(({ op, name }) => `${op} ${name}`);
      assert.deepEqual(changes.sort(), ["update linux-a-deployment", "update linuxa-pool"]);
    });
  });

  describe("another generation of both classes, of one with the previous beside it", () => {
    let up: Report;
    const next = { ...linux, generation: "b" };

    before(async () => {
      stack.configure({
        "aks-agents:agents": [
          { ...win22, generation: "b", vmSize: "Standard_D8s_v5" },
          { ...next, previous: { generation: "a" } },
        ],
      });
      up = await stack.up();
    });

    it("F63: another VM size comes with a new node pool and Deployment before the old ones go", () => {
      const created = ["win22b-pool", "win22-b-deployment"].map((name) => position(up, "ends", name));
      const deleted = ["win22a-pool", "win22-a-deployment"].map((name) => position(up, "begins", name));
      assert.ok(!created.includes(-1) && !deleted.includes(-1));
      assert.ok(Math.max(...created) < Math.min(...deleted));
    });

    it("the old Deployment is gone before its node pool goes", () => {
      assert.ok(position(up, "ends", "win22-a-deployment") < position(up, "begins", "win22a-pool"));
    });

    it("keeps the previous generation where it is named", () => {
      const ofPrevious = changesIn(up).filter(({ name }) => /^linux-?a-/.test(name));
      assert.deepEqual(
        ofPrevious.filter(({ op }) => op !== "update"),
        [],
      );
      assert.ok(changesIn(up).some(({ op, name }) => op === "create" && name === "linux-b-deployment"));
    });

    it("replaces nothing, and leaves Azure DevOps and the identities as they are", () => {
      const changes = changesIn(up);
      assert.deepEqual(
        changes.filter(({ op }) => op.includes("replace")),
        [],
      );
      assert.deepEqual(
        changes.filter(
          ({ type }) => type.startsWith("azuredevops:") || type.startsWith("azure-native:managedidentity:"),
        ),
        [],
      );
    });

    it("without the previous generation its node pool, Deployment and budget alone would go", async () => {
      stack.configure({
        "aks-agents:agents": [{ ...win22, generation: "b", vmSize: "Standard_D8s_v5" }, next],
      });
      const changes = (await stack.previewChanges()).filter(({ type }) => !type.startsWith("aks-agents:"));
      assert.deepEqual(changes.map(({ op, name }) => `${op} ${name}`).sort(), [
        "delete linux-a-budget",
        "delete linux-a-deployment",
        "delete linuxa-pool",
      ]);
    });
  });

  describe("a class that is taken away", () => {
    let removal: readonly Step[];

    before(async () => {
      stack.configure({ "aks-agents:agents": [{ ...win22, generation: "b", vmSize: "Standard_D8s_v5" }] });
      removal = changesIn(await stack.up());
    });

    it("takes only its own resources with it", () => {
      assert.deepEqual(
        removal.filter(({ op, name }) => op !== "delete" || !name.startsWith("linux")),
        [],
      );
    });

    it("does not come back with the next change of the cluster (pulumi-azure-native#2719)", async () => {
      stack.configure({ "aks-agents:tags": { team: "releases" } });
      await stack.up();
      const { tags, properties } = await clouds.azure(resourceGroup, cluster, "2025-09-01");
      assert.equal(record(tags)["team"], "releases");
      const pools = record(properties)["agentPoolProfiles"];
      assert.ok(Array.isArray(pools));
      assert.deepEqual(
        pools.map((pool) => record(pool)["name"]),
        ["system", "win22b"],
      );
    });
  });

  describe("F57: the password of the Windows administrator", () => {
    it("is made anew on request, without a change of the cluster, which azure-native would replace", async () => {
      stack.configure({ "aks-agents:cluster": { windowsAdminPasswordGeneration: 2 } });
      const changes = await stack.previewChanges();
      stack.configure({ "aks-agents:cluster": undefined });
      assert.deepEqual(
        changes.map(({ op, name }) => `${op} ${name}`),
        ["replace cluster-windows-admin-password"],
      );
    });

    it("does not reach the cluster when it is made anew by accident", async () => {
      const password =
        "urn:pulumi:pr::aks-agents::aks-agents:components:Cluster$random:index/randomPassword:RandomPassword::cluster-windows-admin-password";
      const changes = await stack.previewChanges("--replace", password);
      assert.ok(changes.length > 0);
      assert.deepEqual(
        changes.filter(({ name }) => name !== "cluster-windows-admin-password"),
        [],
      );
    });
  });

  describe("F41: destroy of the ephemeral stack", () => {
    it("takes the system pool along and leaves nothing in Azure", async () => {
      await stack.destroy();
      assert.deepEqual(await clouds.azureIds(), []);
    });
  });
});
