import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { isAlive } from "../../sandbox/serverFile";
import { waitFor } from "../../sandbox/kubernetes/waitFor";
import { stopServer } from "../../sandbox/serverProcess";
import { record } from "../sandbox/azuredevops/fixture";
import { agentPoolChecks } from "./agentPoolChecks";
import { viewAgentClass } from "../support/agentClassView";
import { Clouds } from "../support/clouds";
import { watchDeletions } from "../support/deletionWatch";
import { position, type Report } from "../support/engineReport";
import { sandboxProcesses } from "../support/sandboxProcesses";
import { TestStack } from "../support/testStack";

const resourceGroup = "aks-agents-dev";
const cluster = `providers/Microsoft.ContainerService/managedClusters/aks-agents-dev`;
const namespaces = ["agents-linux", "agents-win22"];

describe("the dev stack, from nothing to nothing", function () {
  this.timeout("6m");
  let stack: TestStack;
  let clouds: Clouds;
  let up: Report;
  let kubernetes: Awaited<ReturnType<Clouds["kubernetes"]>>;

  before(async () => {
    stack = await TestStack.open("dev");
    clouds = new Clouds(stack.paths);
    up = await stack.up();
    kubernetes = await clouds.kubernetes(String((await stack.outputs())["clusterId"]));
  });
  after(() => stack.remove());

  it("comes up with creations only", () => {
    assert.deepEqual(Object.keys(up.changes), ["create"]);
  });

  describe("in the API server", () => {
    it("each class has a namespace under a Pod Security Standard", async () => {
      const levels = await Promise.all(
        namespaces.map(async (name) => (await kubernetes.core.readNamespace({ name })).metadata?.labels ?? {}),
      );
      assert.deepEqual(
        levels.map((labels) => labels["pod-security.kubernetes.io/enforce"]),
        ["restricted", "baseline"],
      );
    });

    it("one RuntimeClass stands for the Windows version, with process isolation and the pool's taint tolerated", async () => {
      const { items } = await kubernetes.node.listRuntimeClass();
      assert.deepEqual(
        items.map(({ metadata, handler }) => [metadata?.name, handler]),
        [["windows-2022", "runhcs-wcow-process"]],
      );
      assert.ok(items[0]?.scheduling?.tolerations?.some(({ key, value }) => key === "os" && value === "windows"));
    });

    it("each class has a service account without access to the API", async () => {
      const accounts = await Promise.all(
        namespaces.map((namespace) => kubernetes.core.readNamespacedServiceAccount({ namespace, name: "agent" })),
      );
      assert.deepEqual(
        accounts.map(({ automountServiceAccountToken }) => automountServiceAccountToken),
        [false, false],
      );
    });

    it("a budget lets one agent of a class go at a time", async () => {
      const { items } = await kubernetes.policy.listPodDisruptionBudgetForAllNamespaces();
      assert.deepEqual(
        items.map(({ metadata, spec }) => [metadata?.namespace, metadata?.name, spec?.maxUnavailable]),
        [
          ["agents-linux", "linux-a", 1],
          ["agents-win22", "win22-a", 1],
        ],
      );
    });

    it("agents sign in with a projected token, and no Secret exists in their namespaces", async () => {
      for (const namespace of namespaces) {
        const { items: pods } = await kubernetes.core.listNamespacedPod({ namespace });
        const sources = pods.flatMap(({ spec }) => spec?.volumes?.flatMap(({ projected }) => projected?.sources ?? []));
        assert.ok(pods.length > 0);
        assert.deepEqual(
          sources.map((source) => source?.serviceAccountToken?.audience),
          pods.map(() => "api://AzureADTokenExchange"),
        );
        assert.deepEqual((await kubernetes.core.listNamespacedSecret({ namespace })).items, []);
      }
    });

    it("F01: Windows agents are Ready on nodes of build 20348, and only there", async () => {
      const view = await viewAgentClass(kubernetes, "win22");
      assert.ok(view.replicas > 0);
      assert.equal(view.readyReplicas, view.replicas);
      assert.deepEqual(
        view.pods,
        view.pods.map(() => ({ nodePool: "win22a", os: "windows", windowsBuild: "10.0.20348" })),
      );
    });

    it("F15: Linux agents are Ready on their own Linux nodes", async () => {
      const view = await viewAgentClass(kubernetes, "linux");
      assert.ok(view.replicas > 0);
      assert.equal(view.readyReplicas, view.replicas);
      assert.deepEqual(
        view.pods,
        view.pods.map(() => ({ nodePool: "linuxa", os: "linux" })),
      );
    });
  });

  describe("in Azure", () => {
    it("the cluster has an inline Linux system pool and a pool of its own for each class", async () => {
      const { properties } = await clouds.azure(resourceGroup, cluster, "2025-09-01");
      const pools = record(properties)["agentPoolProfiles"];
      assert.ok(Array.isArray(pools));
      assert.deepEqual(
        pools.map(record).map(({ name, mode, osSKU }) => [name, mode, osSKU]),
        [
          ["system", "System", "Ubuntu"],
          ["win22a", "User", "Windows2022"],
          ["linuxa", "User", "Ubuntu"],
        ],
      );
    });

    it("F47: the identity that may pull images is that of the nodes", async () => {
      const { properties } = await clouds.azure(resourceGroup, cluster, "2025-09-01");
      const kubelet = record(record(record(properties)["identityProfile"])["kubeletidentity"]);
      const mayPull = (await roleAssignments()).filter(({ roleDefinitionId }) =>
        String(roleDefinitionId).endsWith("7f951dda-4ed3-4680-a7ca-43fe172d538d"),
      );
      assert.deepEqual(
        mayPull.map(({ principalId }) => principalId),
        [kubelet["objectId"]],
      );
    });

    it("the cluster carries the tags of its resource group", async () => {
      const group = await clouds.azure(resourceGroup, "", "2025-04-01");
      const managedCluster = await clouds.azure(resourceGroup, cluster, "2025-09-01");
      assert.deepEqual(managedCluster["tags"], group["tags"]);
      assert.notDeepEqual(record(group["tags"]), {});
    });

    it("an agent's service account stands for the class's identity", async () => {
      const ids = await clouds.azureIds();
      const credentials = ids.filter((id) => /federatedIdentityCredentials/i.test(id));
      const subjects = await Promise.all(
        credentials.map(async (id) => record((await clouds.azureById(id, "2024-11-30"))["properties"])["subject"]),
      );
      const accounts = subjects.map(String).filter((subject) => subject.startsWith("system:"));
      assert.deepEqual(accounts.sort(), [
        "system:serviceaccount:agents-linux:agent",
        "system:serviceaccount:agents-win22:agent",
      ]);
    });

    async function roleAssignments(): Promise<readonly Record<string, unknown>[]> {
      const ids = (await clouds.azureIds()).filter((id) => /roleAssignments/i.test(id));
      return Promise.all(ids.map(async (id) => record((await clouds.azureById(id, "2022-04-01"))["properties"])));
    }
  });

  describe("in Azure DevOps", () => {
    agentPoolChecks(() => ({ stack, clouds }));
  });

  describe("afterwards", () => {
    it("a second preview shows no change", async () => {
      await stack.run("preview", "--expect-no-changes");
    });

    it("refresh and then preview show no change, also after the autoscaler has added a node", async () => {
      const scale = async (replicas: number) => {
        const body = [{ op: "replace", path: "/spec/replicas", value: replicas }];
        await kubernetes.apps.patchNamespacedDeployment({ namespace: "agents-linux", name: "linux-a", body });
      };
      const nodes = async () =>
        (await kubernetes.core.listNode({ labelSelector: "kubernetes.azure.com/agentpool=linuxa" })).items.length;
      const poolCount = async () =>
        record((await clouds.azure(resourceGroup, `${cluster}/agentPools/linuxa`, "2025-09-01"))["properties"])[
          "count"
        ];

      const nodesBefore = await nodes();
      const { replicas } = await viewAgentClass(kubernetes, "linux");
      await scale(replicas + 2);
      const patience = { what: "the autoscaler adds a node to linuxa", timeoutMilliseconds: 60_000 };
      await waitFor(async () => (await nodes()) > nodesBefore, patience);
      assert.equal(await poolCount(), await nodes());
      // Only the node count is the autoscaler's to move: the number of agents is the program's.
      await scale(replicas);

      await stack.refresh();
      assert.deepEqual(await stack.previewChanges(), []);
    });
  });

  describe("destroy", () => {
    let destroy: Report;
    let deletions: Awaited<ReturnType<typeof watchDeletions>>;
    let deletedDeployments: Awaited<ReturnType<typeof watchDeletions>>;
    let pods: readonly (string | undefined)[];

    before(async () => {
      const labelSelector = "app.kubernetes.io/name=azure-pipelines-agent";
      pods = (await kubernetes.core.listPodForAllNamespaces({ labelSelector })).items.map(
        ({ metadata }) => metadata?.name,
      );
      deletions = await watchDeletions(kubernetes.config, "/api/v1/pods");
      deletedDeployments = await watchDeletions(kubernetes.config, "/apis/apps/v1/deployments");
      destroy = await stack.destroy();
    });

    it("deletes only", () => {
      assert.deepEqual(Object.keys(destroy.changes), ["delete"]);
    });

    it("every agent pod is gone before its Deployment is", () => {
      for (const { name, revision } of deletedDeployments) {
        const ofDeployment = deletions.filter((pod) => pod.name.startsWith(`${name}-`));
        assert.ok(ofDeployment.length > 0);
        assert.ok(ofDeployment.every((pod) => pod.revision < revision));
      }
      const gone = deletions.map(({ name }) => name);
      assert.deepEqual(
        pods.filter((name) => !gone.includes(String(name))),
        [],
      );
    });

    for (const agentClass of ["linux", "win22"]) {
      it(`what the agents of ${agentClass} need to unregister goes after their Deployment`, () => {
        const gone = position(destroy, "ends", `${agentClass}-a-deployment`);
        assert.notEqual(gone, -1);
        const needed = [
          `${agentClass}-identity-federation`,
          `${agentClass}-identity-member`,
          `${agentClass}-identity-role`,
          `${agentClass}a-pool`,
          `${agentClass}-devops-pool`,
        ];
        // What never begins counts as too early as well.
        const tooEarly = needed.filter((name) => position(destroy, "begins", name) < gone);
        assert.deepEqual(tooEarly, []);
      });
    }

    it("leaves no resource in Azure", async () => {
      assert.deepEqual(await clouds.azureIds(), []);
    });

    it("leaves no agent pool, no queue and no member in Azure DevOps", async () => {
      const agents = await (await clouds.azureDevOps()).getTaskAgentApi();
      assert.deepEqual(await agents.getAgentPools("aks-agents-*"), []);
      assert.deepEqual(await agents.getAgentQueues("fleet"), []);
      const members = await clouds.azureDevOpsList("serviceprincipalentitlements");
      assert.deepEqual(
        members.filter(({ servicePrincipal }) => /-identity/.test(String(record(servicePrincipal)["displayName"]))),
        [],
      );
    });

    it("leaves no process of a control plane, and after the end of the sandbox none at all", async () => {
      const { pid } = clouds.server;
      await stack.close();
      const left = sandboxProcesses(stack.paths.root).filter(({ commandLine }) => !/^\S*\/crane /.test(commandLine));
      assert.deepEqual(
        left.map((process) => process.pid),
        [pid],
      );
      await stopServer(stack.paths);
      assert.deepEqual(sandboxProcesses(stack.paths.root), []);
      assert.equal(isAlive(pid), false);
      assert.equal(existsSync(stack.paths.serverFile), false);
    });
  });
});
