import assert from "node:assert/strict";
import { ArmFixture, errorCode, field, group } from "./armFixture";
import { clusterBody, poolBody, systemPool, windowsPoolBody } from "./bodies";

const api = "2025-09-01";
const cluster = `${group}/providers/Microsoft.ContainerService/managedClusters/aks`;

describe("Azure emulator: the life of a managed cluster", () => {
  let arm: ArmFixture;

  beforeEach(async () => {
    arm = await ArmFixture.start();
    await arm.send("PUT", group, "2024-03-01", { location: "westeurope" });
    await arm.run("PUT", cluster, api, clusterBody({ oidcIssuerProfile: { enabled: true } }));
  });
  afterEach(() => arm.stop());

  const get = async (path = "") => (await arm.send("GET", `${cluster}${path}`, api)).body;

  it("resolves a minor version to its newest patch, and keeps what was asked for", async () => {
    const body = await get();
    const versions = [
      "kubernetesVersion",
      "currentKubernetesVersion",
      "agentPoolProfiles.0.currentOrchestratorVersion",
    ];
    assert.deepEqual(
      versions.map((property) => field(body, `properties.${property}`)),
      ["1.35", "1.35.6", "1.35.6"],
    );
    assert.equal(arm.runtime.clusters.get(cluster)?.kubernetesVersion, "1.35.6");
  });

  it("shows all pools, also those that were added on their own", async () => {
    await arm.run("PUT", `${cluster}/agentPools/win`, api, windowsPoolBody());
    const names = [0, 1].map(async (index) => field(await get(), `properties.agentPoolProfiles.${index}.name`));
    assert.deepEqual(await Promise.all(names), ["system", "win"]);
  });

  it("fills in what only the service knows", async () => {
    const body = await get();
    assert.match(String(field(body, "properties.fqdn")), /^aks-[0-9a-f]{8}\.hcp\.westeurope\.azmk8s\.io$/);
    assert.match(
      String(field(body, "properties.oidcIssuerProfile.issuerURL")),
      /^https:\/\/westeurope\.oic\.prod-aks\.azure\.com\/.+\/$/,
    );
    assert.equal(field(body, "properties.nodeResourceGroup"), "MC_rg_aks_westeurope");
    assert.equal(
      field(body, "properties.agentPoolProfiles.0.nodeImageVersion"),
      "AKSUbuntu-2404gen2containerd-202607.09.0",
    );
    assert.equal(field(body, "properties.agentPoolProfiles.0.maxPods"), 250);
    const principal = String(field(body, "identity.principalId"));
    assert.equal(arm.directory.principal(principal)?.objectId, principal);
  });

  it("F47: gives the kubelet an identity of its own in the node resource group", async () => {
    const body = await get();
    const kubelet = String(field(body, "properties.identityProfile.kubeletidentity.resourceId"));
    const identity = await arm.send("GET", kubelet, "2023-01-31");
    assert.match(kubelet, /\/resourceGroups\/MC_rg_aks_westeurope\//);
    assert.equal(
      field(identity.body, "properties.principalId"),
      field(body, "properties.identityProfile.kubeletidentity.objectId"),
    );
    assert.notEqual(field(identity.body, "properties.principalId"), field(body, "identity.principalId"));
  });

  it("never shows and never keeps the Windows administrator's password", async () => {
    const { body } = await arm.send("GET", "/_sandbox/resources", "");
    assert.doesNotMatch(JSON.stringify([await get(), body]), /Correct-Horse/);
    assert.doesNotMatch(arm.savedState(), /Correct-Horse/);
  });

  it("shows the size that the autoscaler has given a pool, and keeps it when the pool is changed", async () => {
    const scaled = { enableAutoScaling: true, minCount: 1, maxCount: 5 };
    await arm.run("PUT", `${cluster}/agentPools/linux1`, api, poolBody(scaled));
    arm.runtime.counts.set(`${cluster}|linux1`, 4);
    assert.equal(field(await get("/agentPools/linux1"), "properties.count"), 4);
    await arm.run("PUT", `${cluster}/agentPools/linux1`, api, poolBody({ ...scaled, maxCount: 6 }));
    assert.equal(arm.runtime.pools.get(`${cluster}|linux1`)?.count, 4);
  });

  it("F65: adds taint and label of spot nodes", async () => {
    await arm.run("PUT", `${cluster}/agentPools/spot`, api, poolBody({ scaleSetPriority: "Spot" }));
    const pool = arm.runtime.pools.get(`${cluster}|spot`);
    assert.deepEqual(pool?.taints, ["kubernetes.azure.com/scalesetpriority=spot:NoSchedule"]);
    assert.equal(pool?.spot, true);
  });

  it("tells the runtime what a Windows pool is", async () => {
    const body = windowsPoolBody({
      nodeTaints: ["os=windows:NoSchedule"],
      nodeLabels: { agents: "win22" },
      upgradeSettings: { drainTimeoutInMinutes: 90 },
    });
    await arm.run("PUT", `${cluster}/agentPools/win`, api, body);
    assert.deepEqual(arm.runtime.pools.get(`${cluster}|win`), {
      name: "win",
      mode: "User",
      osType: "Windows",
      osSku: "Windows2022",
      vmSize: "Standard_D4s_v5",
      osDiskGiB: 128,
      count: 1,
      maxPods: 250,
      labels: { agents: "win22" },
      taints: ["os=windows:NoSchedule"],
      zones: [],
      spot: false,
      kubernetesVersion: "1.35.6",
      nodeImageVersion: "AKSWindows-2022-containerd-20348.5386.260715",
      drainTimeoutMinutes: 90,
    });
  });

  it("changes tags in place, and leaves the pools alone", async () => {
    await arm.run("PUT", `${cluster}/agentPools/linux1`, api, poolBody());
    const before = field(await get(), "properties.fqdn");
    const ended = await arm.run(
      "PUT",
      cluster,
      api,
      clusterBody({ oidcIssuerProfile: { enabled: true } }, { tags: { owner: "me" } }),
    );
    const body = await get();
    assert.deepEqual(
      [field(ended.body, "status"), field(body, "tags.owner"), field(body, "properties.fqdn")],
      ["Succeeded", "me", before],
    );
    assert.deepEqual(arm.runtime.poolNames(), ["system", "linux1"]);
  });

  it("takes a newer pool's OS SKU back by an older API version, unchanged, and no other", async () => {
    const windows2025 = windowsPoolBody({ osSKU: "Windows2025", enableFIPS: true });
    await arm.run("PUT", `${cluster}/agentPools/win`, "2026-02-01", windows2025);
    const echo = { name: "win", ...windows2025.properties };
    const ended = await arm.run("PUT", cluster, api, clusterBody({ agentPoolProfiles: [systemPool, echo] }));
    assert.deepEqual(
      [field(ended.body, "status"), field(await get("/agentPools/win"), "properties.osSKU")],
      ["Succeeded", "Windows2025"],
    );

    await arm.run("PUT", `${cluster}/agentPools/old`, api, windowsPoolBody());
    const changed = { ...echo, name: "old" };
    const refused = await arm.send("PUT", cluster, api, clusterBody({ agentPoolProfiles: [systemPool, changed] }));
    assert.deepEqual([refused.status, errorCode(refused)], [400, "InvalidParameter"]);
  });

  it("F40: refuses a cluster PUT that still names a pool which was deleted", async () => {
    const pools = [systemPool, { name: "linux1", ...poolBody().properties }];
    await arm.run("PUT", `${cluster}/agentPools/linux1`, api, poolBody());
    await arm.run("DELETE", `${cluster}/agentPools/linux1`, api);
    const answer = await arm.send("PUT", cluster, api, clusterBody({ agentPoolProfiles: pools }));
    assert.match(String(field(answer.body, "error.message")), /^A new agent pool was introduced/);
  });

  it("upgrades by one minor version, not by two, and never back", async () => {
    const skipped = await arm.send("PUT", cluster, api, clusterBody({ kubernetesVersion: "1.34.8" }));
    const next = await arm.run("PUT", cluster, api, clusterBody({ kubernetesVersion: "1.36" }));
    assert.deepEqual([errorCode(skipped), field(next.body, "status")], ["OperationNotAllowed", "Succeeded"]);
    assert.equal(field(await get(), "properties.currentKubernetesVersion"), "1.36.2");
  });

  for (const [property, value] of [
    ["dnsPrefix", "other"],
    ["nodeResourceGroup", "other"],
  ] as const) {
    it(`refuses another ${property}`, async () => {
      const answer = await arm.send("PUT", cluster, api, clusterBody({ [property]: value }));
      assert.deepEqual(
        [errorCode(answer), field(answer.body, "error.target")],
        ["PropertyChangeNotAllowed", `properties.${property}`],
      );
    });
  }

  for (const [property, network] of [
    ["serviceCidr", { serviceCidr: "10.1.0.0/16", dnsServiceIP: "10.0.0.10" }],
    ["podCidr", { podCidr: "10.100.0.0/16" }],
    ["networkPlugin", { networkPlugin: "none", networkPluginMode: undefined }],
  ] as const) {
    it(`refuses another ${property}`, async () => {
      const networkProfile = { networkPlugin: "azure", networkPluginMode: "overlay", ...network };
      const answer = await arm.send("PUT", cluster, api, clusterBody({ networkProfile }));
      assert.equal(errorCode(answer), "PropertyChangeNotAllowed");
    });
  }

  it("hands out a kubeconfig for users and one for administrators", async () => {
    const user = await arm.send("POST", `${cluster}/listClusterUserCredential`, api);
    const admin = await arm.send("POST", `${cluster}/listClusterAdminCredential`, api);
    const texts = [user, admin].map(({ body }) =>
      Buffer.from(String(field(body, "kubeconfigs.0.value")), "base64").toString(),
    );
    assert.deepEqual(texts, [`kubeconfig of user for ${cluster}`, `kubeconfig of admin for ${cluster}`]);
  });

  it("has no administrator's kubeconfig without local accounts", async () => {
    const entra = { aadProfile: { managed: true, enableAzureRBAC: true }, disableLocalAccounts: true };
    await arm.run("PUT", cluster, api, clusterBody({ oidcIssuerProfile: { enabled: true }, ...entra }));
    const admin = await arm.send("POST", `${cluster}/listClusterAdminCredential`, api);
    assert.equal(admin.status, 400);
    assert.equal(arm.runtime.clusters.get(cluster)?.entra, true);
  });

  it("takes maintenance windows by the names that AKS knows, 4 to 24 hours long", async () => {
    const body = (durationHours: number) => ({
      properties: {
        maintenanceWindow: {
          schedule: { weekly: { intervalWeeks: 1, dayOfWeek: "Sunday" } },
          durationHours,
          startTime: "02:00",
          utcOffset: "+00:00",
        },
      },
    });
    const put = (name: string, hours: number) =>
      arm.send("PUT", `${cluster}/maintenanceConfigurations/${name}`, api, body(hours));
    const answers = [
      await put("aksManagedAutoUpgradeSchedule", 4),
      await put("aksManagedAutoUpgradeSchedule", 3),
      await put("nightly", 4),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400, 400],
    );
  });

  it("takes everything along when it is deleted: pools, node resource group, identities", async () => {
    const principal = String(field(await get(), "identity.principalId"));
    await arm.run("DELETE", cluster, api);
    const left = await arm.send("GET", "/_sandbox/resources", "");
    assert.deepEqual(left.body, {
      value: [{ id: group, type: "Microsoft.Resources/resourceGroups", provisioningState: "Succeeded" }],
    });
    assert.equal(arm.directory.principal(principal), undefined);
    assert.deepEqual([arm.runtime.clusters.size, arm.runtime.pools.size], [0, 0]);
  });

  it("F77: a retry after a failed creation meets the same cluster and repairs it", async () => {
    const second = `${cluster}2`;
    const body = clusterBody({ dnsPrefix: "aks2" });
    arm.faults.add({
      method: "PUT",
      path: "/aks2",
      effect: { kind: "failOperation", code: "QuotaExceeded", message: "no cores" },
    });
    await arm.run("PUT", second, api, body);
    const failed = (await arm.send("GET", second, api)).body;
    assert.deepEqual(
      ["properties.provisioningState", "properties.agentPoolProfiles.0.provisioningState"].map((path) =>
        field(failed, path),
      ),
      ["Failed", "Failed"],
    );
    const credentials = await arm.send("POST", `${second}/listClusterAdminCredential`, api);
    assert.deepEqual([credentials.status, field(credentials.body, "error.code")], [409, "OperationNotAllowed"]);
    const retried = await arm.run("PUT", second, api, body);
    const repaired = (await arm.send("GET", second, api)).body;
    assert.equal(field(retried.body, "status"), "Succeeded");
    assert.equal(field(repaired, "properties.agentPoolProfiles.0.provisioningState"), "Succeeded");
    assert.equal(field(repaired, "properties.fqdn"), field(failed, "properties.fqdn"));
  });

  it("follows one deletion however often it is asked for", async () => {
    let open = () => undefined;
    arm.runtime.gate = new Promise((resolve) => {
      open = () => void resolve(undefined);
    });
    const [first, second] = [await arm.send("DELETE", cluster, api), await arm.send("DELETE", cluster, api)];
    open();
    assert.equal(second.headers.get("azure-asyncoperation"), first.headers.get("azure-asyncoperation"));
    assert.equal(field((await arm.follow(second)).body, "status"), "Succeeded");
  });

  it("is there again after a restart, and its control plane and pools run again", async () => {
    await arm.run("PUT", `${cluster}/agentPools/win`, api, windowsPoolBody());
    const before = await get();
    await arm.restart();
    assert.deepEqual(await get(), before);
    assert.deepEqual([[...arm.runtime.clusters.keys()], arm.runtime.poolNames()], [[cluster], ["system", "win"]]);
  });

  it("finishes after a restart what was under way", async () => {
    arm.runtime.gate = new Promise(() => undefined);
    const first = await arm.send("PUT", `${cluster}/agentPools/late`, api, poolBody());
    await arm.crash();
    const ended = await arm.follow(first);
    assert.equal(field(ended.body, "status"), "Succeeded");
    assert.ok(arm.runtime.poolNames().includes("late"));
  });
});
