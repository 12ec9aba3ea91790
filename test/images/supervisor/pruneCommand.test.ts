import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RbacAuthorizationV1Api } from "@kubernetes/client-node";
import { runPrune } from "../../../images/supervisor/prune/pruneCommand";
import { createPod, newNamespace } from "../../sandbox/kubernetes/support/pods";
import { sharedCluster, type TestCluster } from "../../sandbox/kubernetes/support/sharedCluster";
import { fleet, prunedPool } from "./support/prunedPool";

describe("supervisor prune as a command", function () {
  this.timeout(120_000);
  let cluster: TestCluster;
  let namespace: string;
  let folder: string;
  const win22 = prunedPool();
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "prune-"));
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
  after(async () => {
    rmSync(folder, { recursive: true });
    await cluster.core.deleteNamespace({ name: namespace });
  });

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
      AZP_URL: win22.fixture.organizationUrl,
      AZP_POOL: "win22",
      AZP_TOKEN: win22.token,
      AZP_FLEET: fleet,
      AZP_AGENT_PREFIX: "win22-",
      AZP_POD_NAMESPACE: namespace,
      AZP_SERVICE_ACCOUNT_FOLDER: await serviceAccountFolder(serviceAccount),
      KUBERNETES_SERVICE_HOST: hostname,
      KUBERNETES_SERVICE_PORT: port,
    };
  };
  const run = (env: Record<string, string>) => runPrune(env, (line) => win22.lines.push(line), win22.clock);

  it("asks the cluster which agents have a pod, and removes the others", async () => {
    await win22.register("win22-alive");
    await win22.register("win22-ghost");
    win22.minutes(60);

    const code = await run(await environment("pruner"));

    assert.equal(code, 0, win22.lines.join("\n"));
    assert.deepEqual(await win22.names(), ["win22-alive"]);
    assert.match(win22.lines.at(-1) ?? "", /prune +Removed 1, left 1, could not remove 0$/);
  });

  it("F09: says by its exit code that an agent could not be removed", async () => {
    const id = await win22.register("win22-ghost");
    win22.minutes(60);
    win22.fixture.emulator.faults.add({
      method: "DELETE",
      path: `/agents/${id}\\?`,
      times: 1000,
      effect: { kind: "answer", status: 500 },
    });

    assert.equal(await run(await environment("pruner")), 17);
  });

  it("removes nothing when its service account may not list pods, and says what it needs", async () => {
    await win22.register("win22-ghost");
    win22.minutes(60);

    assert.equal(await run(await environment("default")), 10);
    assert.deepEqual(await win22.names(), ["win22-ghost"]);
    assert.ok(win22.lines.some((line) => line.includes("status 403") && line.includes("cannot list resource")));
    assert.ok(win22.lines.some((line) => line.includes("a role with the verb list for pods")));
  });

  it("removes nothing when the cluster's API does not answer", async () => {
    await win22.register("win22-ghost");
    win22.minutes(60);

    // Nothing listens on the port for discarded messages.
    assert.equal(await run({ ...(await environment("pruner")), KUBERNETES_SERVICE_PORT: "9" }), 11);
    assert.deepEqual(await win22.names(), ["win22-ghost"]);
  });

  it("F26: says by its exit code that the token is not accepted", async () => {
    assert.equal(await run({ ...(await environment("pruner")), AZP_TOKEN: "wrong" }), 12);
  });

  it("names all variables that it misses", async () => {
    assert.equal(await run({ AZP_URL: win22.fixture.organizationUrl, AZP_PRUNE_AFTER_MINUTES: "soon" }), 10);

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
        win22.lines.some((line) => line.includes(` ${name}: `)),
        name,
      );
    }
  });
});
