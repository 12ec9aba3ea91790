import assert from "node:assert/strict";
import { KubeConfig, NodeV1Api, VersionApi } from "@kubernetes/client-node";
import { decodeJwt } from "jose";
import { createPod, newNamespace } from "../support/pods";
import { refusal } from "../support/refusal";
import { sharedCluster, type SharedCluster } from "../support/sharedCluster";
import { clusterSpec } from "../support/specs";

describe("Control plane of a cluster", function () {
  this.timeout(120_000);
  let cluster: SharedCluster;
  let namespace: string;

  before(async () => {
    cluster = await sharedCluster();
    namespace = await newNamespace(cluster, "plane");
  });

  after(() => cluster.core.deleteNamespace({ name: namespace }));

  it("issues service account tokens in the name of the cluster's OIDC issuer", async () => {
    const { status } = await cluster.core.createNamespacedServiceAccountToken({
      namespace,
      name: "default",
      body: { spec: { audiences: ["api://AzureADTokenExchange"], expirationSeconds: 3600 } },
    });
    const { iss, sub, aud } = decodeJwt(status?.token ?? "");
    assert.deepEqual(
      { iss, sub, aud },
      {
        iss: clusterSpec("shared").oidcIssuerUrl,
        sub: "system:serviceaccount:plane:default",
        aud: ["api://AzureADTokenExchange"],
      },
    );
  });

  it("emulates the cluster's Kubernetes version", async () => {
    const version = await cluster.config.makeApiClient(VersionApi).getCode();
    assert.equal(version.emulationMinor, "35");
  });

  it("gives a service account no rights of its own", async () => {
    const { status } = await cluster.core.createNamespacedServiceAccountToken({
      namespace,
      name: "default",
      body: { spec: { audiences: [clusterSpec("shared").oidcIssuerUrl] } },
    });
    const config = new KubeConfig();
    const current = cluster.config.getCurrentCluster();
    assert.ok(current);
    config.loadFromClusterAndUser(current, { name: "agent", token: status?.token });
    const { code } = await refusal(config.makeApiClient(NodeV1Api).listRuntimeClass());
    assert.equal(code, 403);
  });

  const kaniko = { name: "main", image: "registry.example.com/kaniko:1" };
  it("F52: the baseline Pod Security level takes a kaniko pod", async () => {
    const baseline = await newNamespace(cluster, "baseline", { "pod-security.kubernetes.io/enforce": "baseline" });
    const pod = await createPod(cluster, baseline, "kaniko", { containers: [kaniko] });
    assert.equal(pod.metadata?.name, "kaniko");
    await cluster.core.deleteNamespace({ name: baseline });
  });

  it("F52: the restricted Pod Security level refuses a kaniko pod, and says why", async () => {
    const restricted = await newNamespace(cluster, "restricted", {
      "pod-security.kubernetes.io/enforce": "restricted",
    });
    const { code, message } = await refusal(createPod(cluster, restricted, "kaniko", { containers: [kaniko] }));
    assert.equal(code, 403);
    assert.match(message, /violates PodSecurity "restricted:latest"/);
    await cluster.core.deleteNamespace({ name: restricted });
  });

  it("the baseline Pod Security level refuses a privileged pod", async () => {
    const baseline = await newNamespace(cluster, "privileged", { "pod-security.kubernetes.io/enforce": "baseline" });
    const { message } = await refusal(
      createPod(cluster, baseline, "docker", { containers: [{ ...kaniko, securityContext: { privileged: true } }] }),
    );
    assert.match(message, /privileged/);
    await cluster.core.deleteNamespace({ name: baseline });
  });
});
