import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { V1Pod } from "@kubernetes/client-node";
import { waitFor } from "../../sandbox/kubernetes/waitFor";
import { record } from "../sandbox/azuredevops/fixture";
import { Clouds } from "../support/clouds";
import { position, type Report } from "../support/engineReport";
import { sandboxProcesses } from "../support/sandboxProcesses";
import { TestStack } from "../support/testStack";

const agentPool = "aks-agents-pr-win22";

describe("a small stack that meets one failure after the other", function () {
  this.timeout("5m");
  let stack: TestStack;
  let clouds: Clouds;

  const errors = ({ diagnostics }: Report) =>
    diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ message }) => message)
      .join("\n");
  const clusters = async () => (await clouds.azureIds()).filter((id) => /managedClusters\/[^/]+$/i.test(id));

  before(async () => {
    stack = await TestStack.open("pr");
    clouds = new Clouds(stack.paths);
  });
  after(() => stack.remove());

  describe("F61: an agent pool of the same name", () => {
    it("is somebody else's, unless it is named as existing", async () => {
      const agents = await (await clouds.azureDevOps()).getTaskAgentApi();
      const { id } = await agents.addAgentPool({ name: agentPool, autoProvision: false });
      await agents.addAgentQueue({ name: agentPool, pool: { id } }, "fleet");
      const targets = ["azuredevops", "win22-devops", "win22-devops-pool"].flatMap((name) => [
        "--target",
        `**::${name}`,
      ]);
      const refused = await stack.tryUp(...targets);
      assert.notEqual(refused.exitCode, 0);
      assert.match(errors(refused), /already exists/);
      stack.configure({ "aks-agents:azureDevOps": { project: "fleet", agentPool: { existing: agentPool } } });
    });
  });

  describe("F77: a cluster whose creation fails after it was accepted", () => {
    it("stays known", async () => {
      await clouds.failAzure({
        method: "PUT",
        path: "/managedClusters/[^/?]+\\?",
        effect: {
          kind: "failOperation",
          code: "QuotaExceeded",
          message: "Operation results in exceeding quota limits.",
        },
      });
      const failed = await stack.tryUp();
      assert.notEqual(failed.exitCode, 0);
      assert.match(errors(failed), /QuotaExceeded/);
      assert.equal((await clusters()).length, 1);
      const { resources } = await state();
      assert.ok(resources.some(({ urn }) => String(urn).endsWith("::cluster-cluster")));
    });
  });

  describe("F48: no right to write role assignments", () => {
    let refused: Report;

    before(async () => {
      await clouds.failAzure({
        method: "PUT",
        path: "/roleAssignments/",
        effect: {
          kind: "answer",
          status: 403,
          body: {
            error: {
              code: "AuthorizationFailed",
              message:
                "The client does not have authorization to perform action 'Microsoft.Authorization/roleAssignments/write'.",
            },
          },
        },
      });
      refused = await stack.tryUp();
    });

    it("F77: the next update meets the same cluster and makes no second one", async () => {
      assert.equal((await clusters()).length, 1);
      assert.doesNotMatch(errors(refused), /QuotaExceeded/);
    });

    it("Azure's own words arrive, and no agent was deployed before", () => {
      assert.notEqual(refused.exitCode, 0);
      assert.match(errors(refused), /AuthorizationFailed.*roleAssignments\/write/);
      assert.equal(position(refused, "begins", "win22-a-deployment"), -1);
    });

    it("with manageRoleAssignments: false the stack comes up, and says which assignment it needs", async () => {
      await clouds.healAzure();
      stack.configure({ "aks-agents:manageRoleAssignments": false });
      const update = stack.up();
      const pulling = waitFor(async () => (await pods()).some((pod) => waitingReason(pod) === "ImagePullBackOff"), {
        what: "the node may not pull",
        timeoutMilliseconds: 120_000,
      });
      await Promise.race([pulling, update]);
      await somebodyAssignsTheRole();
      const up = await update;
      assert.ok(position(up, "ends", "win22-a-deployment") > -1);
      assert.match(up.diagnostics.map(({ message }) => message).join("\n"), /az role assignment create .*AcrPull/);
    });

    /** What the printed command does. */
    async function somebodyAssignsTheRole(): Promise<void> {
      const [registry = ""] = (await clouds.azureIds()).filter((id) => /registries\/[^/]+$/i.test(id));
      const [cluster = ""] = await clusters();
      const { properties } = await clouds.azureById(cluster, "2025-09-01");
      const kubelet = record(record(record(properties)["identityProfile"])["kubeletidentity"]);
      await clouds.assignRole(registry, String(kubelet["objectId"]), "7f951dda-4ed3-4680-a7ca-43fe172d538d");
    }

    async function pods(): Promise<readonly V1Pod[]> {
      const [cluster = ""] = await clusters();
      const { core } = await clouds.kubernetes(cluster);
      return (await core.listNamespacedPod({ namespace: "agents-win22" })).items;
    }

    function waitingReason({ status }: V1Pod): string | undefined {
      return status?.containerStatuses?.[0]?.state?.waiting?.reason;
    }
  });

  describe("F100: an update that is killed", () => {
    it("leaves no lock that the next command of the sandbox minds", async () => {
      await clouds.failAzure({ method: "PUT", path: "/registries/", effect: { kind: "hang" } });
      stack.configure({ "aks-agents:tags": { team: "builds" } });
      const killed = stack.tryUp();
      const patience = { what: "the update of the registry is under way", timeoutMilliseconds: 90_000 };
      await waitFor(
        async () => (await state()).pending.some(({ urn }) => String(urn).endsWith("::registryacr")),
        patience,
      );
      sandboxProcesses(stack.paths.root)
        .filter(({ commandLine }) => commandLine.startsWith(`${stack.session.tools.pulumi} up `))
        .forEach(({ pid }) => process.kill(pid, "SIGKILL"));
      assert.notEqual((await killed).exitCode, 0);
      await clouds.healAzure();
      // An empty one keeps the engine from reading the state: it may be killed between creating and writing it.
      assert.equal(existsSync(`${stateFile()}.attrs`), false);

      // A command of the sandbox opens a session of its own.
      const next = await TestStack.open("pr", stack.configuration, { paths: stack.paths });
      await next.up().finally(() => next.close());
      await stack.run("preview", "--expect-no-changes");
    });
  });

  describe("F43: the API server is gone", () => {
    before(async () => {
      const [apiServer] = sandboxProcesses(stack.paths.root).filter(({ commandLine }) =>
        commandLine.startsWith(stack.session.tools.kubeApiserver),
      );
      assert.ok(apiServer);
      process.kill(apiServer.pid, "SIGKILL");
    });

    it("the ephemeral stack is destroyed all the same", async () => {
      await stack.destroy();
      assert.deepEqual(await clouds.azureIds(), []);
    });

    it("no process of its control plane is left", () => {
      const left = sandboxProcesses(stack.paths.root).map(({ commandLine }) => commandLine);
      assert.deepEqual(
        left.filter((commandLine) => !/sandbox\/server\.ts|crane/.test(commandLine)),
        [],
      );
    });

    it("F61: the agent pool that existed before is still there", async () => {
      const agents = await (await clouds.azureDevOps()).getTaskAgentApi();
      assert.equal((await agents.getAgentPools(agentPool)).length, 1);
    });
  });

  function stateFile(): string {
    return join(stack.paths.pulumi, "backend/.pulumi/stacks/aks-agents/pr.json");
  }

  async function state() {
    const { latest } = record(record(JSON.parse(readFileSync(stateFile(), "utf8")))["checkpoint"]) as {
      latest?: unknown;
    };
    const { resources, pending_operations: pending } = record(latest);
    const list = (value: unknown) => (Array.isArray(value) ? value.map(record) : []);
    return { resources: list(resources), pending: list(pending).map(({ resource }) => record(resource)) };
  }
});
