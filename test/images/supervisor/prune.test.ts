import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RbacAuthorizationV1Api } from "@kubernetes/client-node";
import type { AgentService } from "../../../images/supervisor/agentService";
import { createAgentService } from "../../../images/supervisor/azureDevOps/createAgentService";
import { createLog } from "../../../images/supervisor/log";
import { prune } from "../../../images/supervisor/prune/prune";
import { runPrune } from "../../../images/supervisor/prune/pruneCommand";
import { Fixture, record } from "../../sandbox/azuredevops/fixture";
import { createPod, newNamespace } from "../../sandbox/kubernetes/support/pods";
import { sharedCluster, type TestCluster } from "../../sandbox/kubernetes/support/sharedCluster";
import { JumpingClock } from "./jumpingClock";

const fleet = "ci-agents/prod";
const marked = { systemCapabilities: { "AksAgents.Fleet": fleet } };
const settings = { fleet, agentPrefix: "win22-", afterMinutes: 30 };

describe("supervisor prune", () => {
  let folder: string;
  let fixture: Fixture;
  let token: string;
  let service: AgentService;
  let pool: { id: number; name: string };
  let lines: string[];
  const clock = new JumpingClock();
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "prune-"));
    fixture = await Fixture.open({ now: () => new Date(clock.now()) });
    await fixture.request("POST", "_apis/distributedtask/pools", { name: "win22" });
    token = String((await fixture.administer("POST", "personalAccessTokens"))["token"]);
    const credential = { kind: "token", token } as const;
    service = createAgentService({ url: fixture.organizationUrl, credential }, clock, log());
    pool = await service.findPool("win22");
  });
  beforeEach(() => {
    lines = [];
  });
  afterEach(async () => {
    fixture.emulator.faults.clear();
    for (const { id, assignedRequest } of await service.listAgents(pool)) {
      if (assignedRequest !== undefined) {
        await fixture.administer("POST", `pools/win22/jobs/${assignedRequest.requestId}/finish`, {});
      }
      await service.deleteAgent(pool, id);
    }
  });
  after(async () => {
    await fixture.close();
    rmSync(folder, { recursive: true });
  });

  const log = () => createLog("text", (line) => lines.push(line));
  const agentsPath = () => `_apis/distributedtask/pools/${pool.id}`;
  const register = async (name: string, body: Record<string, unknown> = marked) =>
    Number((await fixture.request("POST", `${agentsPath()}/agents`, { name, ...body })).body["id"]);
  const goOnline = (id: number, name: string) =>
    fixture.request("POST", `${agentsPath()}/sessions`, { ownerName: name, agent: { id, name, version: "5.278.0" } });
  const giveJob = async (agent: string) => {
    const jobs = await fixture.administer("POST", "pools/win22/jobs", {});
    const { requestId } = record((jobs["value"] as unknown[])[0]);
    await fixture.administer("POST", `pools/win22/jobs/${String(requestId)}/assign`, { agent });
  };
  const minutes = (count: number) => clock.advance(count * 60);
  const pruned = (pods: readonly string[] = [], changed: Partial<AgentService> = {}) =>
    prune(settings, {
      pool,
      service: { ...service, ...changed },
      listPods: async () => new Set(pods),
      clock,
      log: log(),
    });
  const names = async () => (await service.listAgents(pool)).map(({ name }) => name).sort();

  it("F09: leaves no ghost of 20 pods that were ended hard", async () => {
    const ghosts = Array.from({ length: 20 }, (_, index) => `win22-g1-7f9c-${index}`);
    for (const ghost of ghosts) {
      await register(ghost);
    }
    minutes(31);

    const { removed, failed } = await pruned();

    assert.deepEqual([removed.length, failed, await names()], [20, [], []]);
    assert.match(lines[0] ?? "", /prune +Removed win22-g1-7f9c-0$/);
  });

  it("leaves what belongs to others, and does not speak of it", async () => {
    await register("win22-unmarked", {});
    await register("win22-other-fleet", { systemCapabilities: { "AksAgents.Fleet": "ci-agents/dev" } });
    await register("linux-other-class");
    minutes(60);

    const outcome = await pruned();

    assert.deepEqual(outcome, { removed: [], kept: [], failed: [] });
    assert.equal((await names()).length, 3);
    assert.deepEqual(lines, []);
  });

  it("leaves agents of its own that are needed, and says why", async () => {
    await register("win22-placeholder", {
      systemCapabilities: { "AksAgents.Fleet": fleet, "AksAgents.Placeholder": "1" },
    });
    await register("win22-disabled-busy", { ...marked, enabled: false });
    await register("WIN22-with-pod");
    minutes(60);
    await giveJob("win22-disabled-busy");
    await goOnline(await register("win22-online"), "win22-online");
    await register("win22-fresh");

    const { removed, kept } = await pruned(["win22-with-pod"]);

    assert.deepEqual(removed, []);
    assert.deepEqual(Object.fromEntries(kept.map(({ name, why }) => [name, why])), {
      "win22-placeholder": "stands for a class while none of its agents run",
      "win22-disabled-busy": "has a job",
      "WIN22-with-pod": "has a pod",
      "win22-online": "is online",
      "win22-fresh": "has not been offline for long enough",
    });
    assert.ok(lines.some((line) => line.endsWith("Left win22-fresh: it has not been offline for long enough")));
  });

  it("counts the time offline from the moment when the agent went, not from its registration", async () => {
    const id = await register("win22-went");
    const session = await goOnline(id, "win22-went");
    minutes(4);
    await fixture.request("DELETE", `${agentsPath()}/sessions/${String(session.body["sessionId"])}`);
    minutes(30);

    const early = await pruned();
    minutes(1);

    assert.deepEqual([early.kept.length, (await pruned()).removed], [1, ["win22-went"]]);
  });

  it("leaves an agent of which it is not known since when it is offline", async () => {
    await register("win22-timeless");
    minutes(60);

    const { kept } = await pruned([], {
      listAgents: async (of) => (await service.listAgents(of)).map((agent) => ({ ...agent, statusChangedAt: NaN })),
    });

    assert.equal(kept[0]?.why, "has not been offline for long enough");
  });

  it("looks again right before the removal", async () => {
    const id = await register("win22-back");
    minutes(60);

    const { removed, kept } = await pruned([], {
      readAgent: async (of, agent) => {
        await goOnline(id, "win22-back");
        return service.readAgent(of, agent);
      },
    });

    assert.deepEqual([removed, kept], [[], [{ name: "win22-back", why: "is online" }]]);
  });

  it("removes nothing when the pods cannot be listed", async () => {
    await register("win22-ghost");
    minutes(60);

    await assert.rejects(
      prune(settings, {
        pool,
        service,
        listPods: () => Promise.reject(new Error("no pods")),
        clock,
        log: log(),
      }),
      /no pods/,
    );
    assert.deepEqual(await names(), ["win22-ghost"]);
  });

  it("tries a removal again, and goes on with the others when it does not work", async () => {
    const stubborn = await register("win22-a");
    await register("win22-b");
    minutes(60);
    const fault = (path: string, times: number) =>
      fixture.emulator.faults.add({ method: "DELETE", path, times, effect: { kind: "answer", status: 500 } });
    fault(`/agents/${stubborn}\\?`, 1000);

    const first = await pruned();
    fixture.emulator.faults.clear();
    fault(`/agents/${stubborn}\\?`, 2);
    const second = await pruned();

    assert.deepEqual([first.failed, first.removed, second.removed], [["win22-a"], ["win22-b"], ["win22-a"]]);
    assert.ok(lines.some((line) => /error: win22-a could not be removed: .*status 500/.test(line)));
  });

  describe("as a command", function () {
    this.timeout(120_000);
    let cluster: TestCluster;
    let namespace: string;
    before(async () => {
      cluster = await sharedCluster();
      namespace = await newNamespace(cluster, "prune");
      await createPod(cluster, namespace, "win22-alive", { containers: [{ name: "agent", image: "example.com/a:1" }] });
      await cluster.core.createNamespacedServiceAccount({ namespace, body: { metadata: { name: "pruner" } } });
      const rbac = cluster.config.makeApiClient(RbacAuthorizationV1Api);
      await rbac.createNamespacedRole({
        namespace,
        body: { metadata: { name: "pods" }, rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["list"] }] },
      });
      await rbac.createNamespacedRoleBinding({
        namespace,
        body: {
          metadata: { name: "pods" },
          roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "pods" },
          subjects: [{ kind: "ServiceAccount", name: "pruner", namespace }],
        },
      });
    });
    after(() => cluster.core.deleteNamespace({ name: namespace }));

    const serviceAccountFolder = async (name: string) => {
      const { status } = await cluster.core.createNamespacedServiceAccountToken({
        namespace,
        name,
        body: { spec: { audiences: [] } },
      });
      const path = join(folder, name);
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, "token"), status?.token ?? "");
      writeFileSync(join(path, "ca.crt"), Buffer.from(cluster.config.getCurrentCluster()?.caData ?? "", "base64"));
      return path;
    };
    const environment = async (serviceAccount: string) => {
      const { hostname, port } = new URL(cluster.config.getCurrentCluster()?.server ?? "");
      return {
        AZP_URL: fixture.organizationUrl,
        AZP_POOL: "win22",
        AZP_TOKEN: token,
        AZP_FLEET: fleet,
        AZP_AGENT_PREFIX: "win22-",
        AZP_POD_NAMESPACE: namespace,
        AZP_SERVICE_ACCOUNT_FOLDER: await serviceAccountFolder(serviceAccount),
        KUBERNETES_SERVICE_HOST: hostname,
        KUBERNETES_SERVICE_PORT: port,
      };
    };
    const run = (env: Record<string, string>) => runPrune(env, (line) => lines.push(line), clock);

    it("asks the cluster which agents have a pod, and removes the others", async () => {
      await register("win22-alive");
      await register("win22-ghost");
      minutes(60);

      const code = await run(await environment("pruner"));

      assert.equal(code, 0, lines.join("\n"));
      assert.deepEqual(await names(), ["win22-alive"]);
      assert.match(lines.at(-1) ?? "", /prune +Removed 1, left 1, could not remove 0$/);
    });

    it("F09: says by its exit code that an agent could not be removed", async () => {
      const id = await register("win22-ghost");
      minutes(60);
      fixture.emulator.faults.add({
        method: "DELETE",
        path: `/agents/${id}\\?`,
        times: 1000,
        effect: { kind: "answer", status: 500 },
      });

      assert.equal(await run(await environment("pruner")), 17);
    });

    it("removes nothing when its service account may not list pods, and says what it needs", async () => {
      await register("win22-ghost");
      minutes(60);

      assert.equal(await run(await environment("default")), 10);
      assert.deepEqual(await names(), ["win22-ghost"]);
      assert.ok(lines.some((line) => line.includes("status 403") && line.includes("cannot list resource")));
      assert.ok(lines.some((line) => line.includes("a role with the verb list for pods")));
    });

    it("removes nothing when the cluster's API does not answer", async () => {
      await register("win22-ghost");
      minutes(60);

      // Nothing listens on the port for discarded messages.
      assert.equal(await run({ ...(await environment("pruner")), KUBERNETES_SERVICE_PORT: "9" }), 11);
      assert.deepEqual(await names(), ["win22-ghost"]);
    });

    it("F26: says by its exit code that the token is not accepted", async () => {
      assert.equal(await run({ ...(await environment("pruner")), AZP_TOKEN: "wrong" }), 12);
    });

    it("names all variables that it misses", async () => {
      assert.equal(await run({ AZP_URL: fixture.organizationUrl, AZP_PRUNE_AFTER_MINUTES: "soon" }), 10);

      for (const name of [
        "AZP_POOL",
        "AZP_TOKEN_FILE",
        "AZP_FLEET",
        "AZP_AGENT_PREFIX",
        "AZP_PRUNE_AFTER_MINUTES",
        "AZP_POD_NAMESPACE",
        "KUBERNETES_SERVICE_HOST",
      ]) {
        assert.ok(
          lines.some((line) => line.includes(` ${name}: `)),
          name,
        );
      }
    });
  });
});
