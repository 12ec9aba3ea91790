import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CoreV1Api, KubeConfig } from "@kubernetes/client-node";
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { createClusterRuntime, type EmbeddedClusterRuntime } from "../../../../sandbox/kubernetes/createClusterRuntime";
import { refusal } from "../support/refusal";
import { clients } from "../support/clients";
import { clusterSpec, TENANT } from "../support/specs";
import { controlPlaneTools } from "../support/tools";

describe("Cluster with Entra integration", function () {
  this.timeout(120_000);
  const spec = clusterSpec("entra", { entra: true });
  const stateDirectory = mkdtempSync(join(tmpdir(), "aks-agents-entra-"));
  let runtime: EmbeddedClusterRuntime;

  before(async () => {
    runtime = createClusterRuntime({
      stateDirectory,
      tools: await controlPlaneTools(),
      authenticateUser: async (token) =>
        token === "of-an-admin" ? { username: "someone", uid: "1", groups: ["system:masters"] } : undefined,
    });
    await runtime.startCluster(spec);
  });

  after(async () => {
    await runtime.close();
    rmSync(stateDirectory, { recursive: true, force: true });
  });

  function coreWith(token: string): CoreV1Api {
    const config = new KubeConfig();
    const cluster = clients(runtime.kubeconfig(spec.id, "admin")).config.getCurrentCluster();
    assert.ok(cluster);
    config.loadFromClusterAndUser(cluster, { name: "someone", token });
    return config.makeApiClient(CoreV1Api);
  }

  it("its user credentials ask kubelogin for a token of the tenant", () => {
    const exec = clients(runtime.kubeconfig(spec.id, "user")).config.getCurrentUser()?.exec as {
      command: string;
      args: string[];
    };
    assert.equal(exec.command, "kubelogin");
    assert.equal(exec.args[exec.args.indexOf("--tenant-id") + 1], TENANT);
    assert.equal(exec.args[exec.args.indexOf("--server-id") + 1], "6dae42f8-4368-4678-94ff-3960e28e3630");
  });

  it("lets in whom Entra knows", async () => {
    const { items } = await coreWith("of-an-admin").listNamespace();
    assert.ok(items.some(({ metadata }) => metadata?.name === "kube-system"));
  });

  it("turns away whom Entra does not know", async () => {
    const { code } = await refusal(coreWith("made-up").listNamespace());
    assert.equal(code, 401);
  });

  it("publishes the keys that its service-account tokens are verified with", async () => {
    const { core } = clients(runtime.kubeconfig(spec.id, "admin"));
    const { status } = await core.createNamespacedServiceAccountToken({
      namespace: "default",
      name: "default",
      body: { spec: { audiences: ["api://AzureADTokenExchange"] } },
    });
    const keys = JSON.parse(await runtime.serviceAccountKeys(spec.id)) as JSONWebKeySet;
    const { payload } = await jwtVerify(status?.token ?? "", createLocalJWKSet(keys), { issuer: spec.oidcIssuerUrl });
    assert.equal(payload.sub, "system:serviceaccount:default:default");
  });
});
