import assert from "node:assert/strict";
import { at, isRecord, reveal, SecretValue } from "../support/propertyValues";
import { configWith, graphOf, stacks, types, type Graph } from "./graph";

describe("graph: Azure", () => {
  let dev: Graph;
  let dual: Graph;
  let prod: Graph;
  before(async () => {
    dev = await graphOf({ stack: "dev" });
    dual = await graphOf({ stack: "dual" });
    prod = await graphOf({ stack: "prod" });
  });

  it("F40, F41: the cluster has one inline pool, a Linux system pool, and all others are resources of their own", () => {
    const profiles = dual.only(types.managedCluster).inputs["agentPoolProfiles"];
    assert.ok(Array.isArray(profiles));
    assert.equal(profiles.length, 1);
    assert.deepEqual([at(profiles, "0.mode"), at(profiles, "0.osType")], ["System", "Linux"]);
    assert.deepEqual(
      dual.ofType(types.nodePool).map(({ inputs }) => [inputs["agentPoolName"], inputs["mode"]]),
      [
        ["win22a", "User"],
        ["win25a", "User"],
        ["linuxa", "User"],
      ],
    );
  });

  it("F55, F58: the cluster can have Windows pools from its first day", () => {
    const { inputs } = dev.only(types.managedCluster);
    assert.match(String(at(inputs, "windowsProfile.adminUsername")), /^[a-z]{1,20}$/);
    assert.deepEqual(
      [at(inputs, "networkProfile.networkPlugin"), at(inputs, "networkProfile.networkPluginMode")],
      ["azure", "overlay"],
    );
  });

  it("the cluster issues tokens that Entra can trust", () => {
    const { inputs } = dev.only(types.managedCluster);
    assert.equal(at(inputs, "oidcIssuerProfile.enabled"), true);
    assert.equal(at(inputs, "securityProfile.workloadIdentity.enabled"), true);
  });

  it("F69: the cluster patches itself within two windows and never leaves its minor", () => {
    assert.deepEqual(at(dev.only(types.managedCluster).inputs, "autoUpgradeProfile"), {
      upgradeChannel: "patch",
      nodeOSUpgradeChannel: "NodeImage",
    });
    const windows = dev.ofType("azure-native:containerservice:MaintenanceConfiguration");
    assert.deepEqual(windows.map(({ inputs }) => inputs["configName"]).sort(), [
      "aksManagedAutoUpgradeSchedule",
      "aksManagedNodeOSUpgradeSchedule",
    ]);
  });

  it("F57: the Windows password is long and secret, and a new one never replaces a living cluster", async () => {
    const password = dev.only("random:index/randomPassword:RandomPassword");
    assert.ok(Number(password.inputs["length"]) >= 20);
    assert.deepEqual(password.inputs["keepers"], { generation: "1" });
    const profile = dev.only(types.managedCluster).inputs["windowsProfile"];
    assert.ok(isRecord(profile) && profile["adminPassword"] instanceof SecretValue);
    assert.ok(dev.only(types.managedCluster).ignoreChanges.includes("windowsProfile.adminPassword"));

    const config = configWith("dev", { "aks-agents:cluster": { windowsAdminPasswordGeneration: 2 } });
    const rotated = await graphOf({ stack: "dev", config });
    assert.deepEqual(rotated.only("random:index/randomPassword:RandomPassword").inputs["keepers"], { generation: "2" });
    assert.ok(rotated.only(types.managedCluster).ignoreChanges.includes("windowsProfile.adminPassword"));
  });

  it("a node pool is replaced for what AKS never changes on one", () => {
    for (const pool of dual.ofType(types.nodePool)) {
      for (const property of ["osSKU", "enableFIPS", "osDiskSizeGB", "maxPods", "availabilityZones", "vnetSubnetID"]) {
        assert.ok(pool.replaceOnChanges.includes(property), `${pool.name}: ${property}`);
      }
    }
  });

  it("the autoscaler owns the node counts", () => {
    assert.ok(dev.only(types.managedCluster).ignoreChanges.includes("agentPoolProfiles"));
    for (const pool of dual.ofType(types.nodePool)) {
      assert.ok(pool.ignoreChanges.includes("count"), pool.name);
      assert.equal(pool.inputs["enableAutoScaling"], true);
    }
  });

  it("F69: a minor in the configuration upgrades cluster and pools; a full patch is left to the upgrade channel", async () => {
    const [cluster, pool] = [dev.only(types.managedCluster), dev.named("win22a-pool")];
    assert.deepEqual([cluster.inputs["kubernetesVersion"], pool.inputs["orchestratorVersion"]], ["1.35", "1.35"]);
    assert.equal(cluster.ignoreChanges.includes("kubernetesVersion"), false);
    assert.equal(pool.ignoreChanges.includes("orchestratorVersion"), false);

    const config = configWith("dev", { "aks-agents:kubernetesVersion": "1.35.2" });
    const patched = await graphOf({ stack: "dev", config });
    assert.ok(patched.only(types.managedCluster).ignoreChanges.includes("kubernetesVersion"));
    assert.ok(patched.named("win22a-pool").ignoreChanges.includes("orchestratorVersion"));
  });

  it("F02: every node pool names its OS SKU, and Windows 2025 comes with FIPS by the API that knows it", () => {
    assert.deepEqual(
      dual
        .ofType(types.nodePool)
        .map(({ type, inputs }) => [type.split(":")[0], inputs["osSKU"], inputs["enableFIPS"]]),
      [
        ["azure-native", "Windows2022", undefined],
        ["azure-native_containerservice_v20260201", "Windows2025", true],
        ["azure-native", "Ubuntu", undefined],
      ],
    );
  });

  it("F15: Windows pools carry their taint from the first day", () => {
    const taints = dual.named("win25a-pool").inputs["nodeTaints"];
    assert.ok(Array.isArray(taints) && taints.includes("os=windows:NoSchedule"));
  });

  it("F65: spot pools say so, regular ones say nothing", async () => {
    const agents = [{ name: "linux", os: "linux", spot: true }];
    const spot = await graphOf({ stack: "dev", config: configWith("dev", { "aks-agents:agents": agents }) });
    const { inputs } = spot.named("linuxa-pool");
    assert.deepEqual([inputs["scaleSetPriority"], inputs["scaleSetEvictionPolicy"]], ["Spot", "Delete"]);
    assert.equal("scaleSetPriority" in dev.named("linuxa-pool").inputs, false);
    assert.equal("scaleSetEvictionPolicy" in dev.named("linuxa-pool").inputs, false);
  });

  it("F81: a node may take as long to drain as its agents have to stop", () => {
    for (const deployment of dual.ofType(types.deployment)) {
      const pool = dual.named(`${deployment.name.replace(/-deployment$/, "").replace("-", "")}-pool`);
      const drainSeconds = Number(at(pool.inputs, "upgradeSettings.drainTimeoutInMinutes")) * 60;
      const grace = Number(at(deployment.inputs, "spec.template.spec.terminationGracePeriodSeconds"));
      assert.ok(drainSeconds >= grace, `${pool.name}: ${drainSeconds} s for pods that take ${grace} s`);
    }
  });

  it("Azure gets the time that it takes", () => {
    const minutes = (text = "0m") => Number(text.replace("m", ""));
    assert.ok(minutes(dev.only(types.managedCluster).customTimeouts.create) >= 60);
    for (const { name, customTimeouts, inputs } of dev.ofType(types.nodePool)) {
      const drain = Number(at(inputs, "upgradeSettings.drainTimeoutInMinutes"));
      assert.ok(minutes(customTimeouts.delete) > drain, name);
      assert.ok(minutes(customTimeouts.update) > drain * Number(inputs["maxCount"]), name);
    }
  });

  it("F47, F49: the kubelet's identity may pull from the registry, and Azure need not know it yet", () => {
    const { inputs } = dev.named("registry-pull");
    const registry = dev.only(types.registry);
    assert.equal(inputs["principalId"], "kubelet-object-id");
    assert.equal(inputs["principalType"], "ServicePrincipal");
    assert.match(String(inputs["scope"]), /\/registries\/registryacr[0-9a-f]{8}$/);
    // AcrPull (azure-docs built-in-roles).
    assert.match(String(inputs["roleDefinitionId"]), /\/roleDefinitions\/7f951dda-4ed3-4680-a7ca-43fe172d538d$/);
    assert.equal("roleAssignmentName" in inputs, false);
    assert.equal(registry.inputs["adminUserEnabled"], false);
  });

  it("F105: an existing ABAC registry gives its own role, and is not managed", async () => {
    const existing =
      "/subscriptions/aaaaaaaa-0000-0000-0000-000000000000/resourceGroups/shared/providers/Microsoft.ContainerRegistry/registries/contoso";
    const registry = { existing, roleAssignmentMode: "ABAC" };
    const graph = await graphOf({ stack: "dev", config: configWith("dev", { "aks-agents:registry": registry }) });
    const [found, role] = [graph.only(types.registry), graph.named("registry-pull")];
    assert.equal(found.read, true);
    assert.equal(found.inputs["id"], existing);
    assert.equal(role.inputs["scope"], existing);
    // Container Registry Repository Reader, in the registry's subscription.
    assert.equal(
      role.inputs["roleDefinitionId"],
      "/subscriptions/aaaaaaaa-0000-0000-0000-000000000000/providers/Microsoft.Authorization/roleDefinitions/b93aa761-3e63-49ed-ac28-beffa264f7ac",
    );
    assert.equal(graph.run.outputs["registryLoginServer"], "contoso.azurecr.io");
  });

  it("the cluster may use a subnet of your own, and nothing else", async () => {
    const subnetId =
      "/subscriptions/cccccccc-0000-0000-0000-000000000000/resourceGroups/network/providers/Microsoft.Network/virtualNetworks/hub/subnets/agents";
    const network = { subnetId, subnetCidr: "10.20.0.0/20" };
    const graph = await graphOf({ stack: "dev", config: configWith("dev", { "aks-agents:cluster": { network } }) });
    const { inputs } = graph.named("cluster-subnet");
    assert.deepEqual([inputs["scope"], inputs["principalId"]], [subnetId, "cluster-principal-id"]);
    // Network Contributor, in the subnet's subscription.
    assert.equal(
      inputs["roleDefinitionId"],
      "/subscriptions/cccccccc-0000-0000-0000-000000000000/providers/Microsoft.Authorization/roleDefinitions/4d97b98b-1d4f-4787-a291-c67834d212e7",
    );
    assert.equal(at(graph.only(types.managedCluster).inputs, "agentPoolProfiles.0.vnetSubnetID"), subnetId);
    for (const { name, inputs: pool } of graph.ofType(types.nodePool)) {
      assert.equal(pool["vnetSubnetID"], subnetId, name);
    }
  });

  it("F48: without the right to assign roles none is assigned, and the commands are shown", async () => {
    const config = configWith("dev", { "aks-agents:manageRoleAssignments": false });
    const graph = await graphOf({ stack: "dev", config });
    assert.deepEqual(graph.ofType(types.roleAssignment), []);
    const shown = graph.run.logs.map(({ message }) => message).join("\n");
    assert.match(shown, /az role assignment create/);
  });

  it("storage is closed: TLS 1.2, no anonymous reads, no keys unless asked for", async () => {
    const { inputs } = dev.only(types.storageAccount);
    assert.equal(inputs["minimumTlsVersion"], "TLS1_2");
    assert.equal(inputs["allowBlobPublicAccess"], false);
    assert.equal(inputs["allowSharedKeyAccess"], false);
    assert.equal(dev.named("contexts-container").inputs["publicAccess"], "None");

    const config = configWith("dev", { "aks-agents:contextStore": { sharedKey: true } });
    assert.equal(
      (await graphOf({ stack: "dev", config })).only(types.storageAccount).inputs["allowSharedKeyAccess"],
      true,
    );
  });

  it("build contexts are deleted after some days", () => {
    const { inputs } = dev.named("contexts-retention");
    assert.equal(inputs["managementPolicyName"], "default");
    assert.equal(at(inputs, "policy.rules.0.definition.actions.baseBlob.delete.daysAfterCreationGreaterThan"), 7);
    assert.deepEqual(at(inputs, "policy.rules.0.definition.filters"), {
      blobTypes: ["blockBlob"],
      prefixMatch: ["contexts/"],
    });
  });

  it("prod is spread over zones, closed, and has no local accounts", () => {
    const { inputs } = prod.only(types.managedCluster);
    assert.equal(at(inputs, "sku.tier"), "Standard");
    assert.deepEqual(at(inputs, "agentPoolProfiles.0.availabilityZones"), ["1", "2", "3"]);
    assert.deepEqual(at(inputs, "apiServerAccessProfile.authorizedIPRanges"), ["203.0.113.0/24"]);
    assert.equal(inputs["disableLocalAccounts"], true);
    assert.equal(at(inputs, "aadProfile.managed"), true);
  });

  it("without local accounts the kubeconfig signs in through kubelogin and the az CLI", () => {
    const kubeconfig = String(reveal(prod.run.outputs["kubeconfig"]));
    assert.match(kubeconfig, /command: kubelogin/);
    assert.match(kubeconfig, /- azurecli/);
    assert.deepEqual(
      prod.run.invocations.filter(({ token }) => token.includes("AdminCredentials")),
      [],
    );
  });

  it("prod protects what holds something irreplaceable, and the other stacks protect nothing", async () => {
    const guarded = prod.all.filter(({ protect }) => protect).map(({ name }) => name);
    assert.deepEqual(guarded.sort(), [
      "cluster-cluster",
      "contextsaccount",
      "group",
      "linux-devops-pool",
      "registryacr",
      "win22-devops-pool",
    ]);
    for (const stack of stacks.filter((name) => name !== "prod")) {
      const { all } = await graphOf({ stack });
      assert.deepEqual(
        all.filter(({ protect }) => protect),
        [],
        stack,
      );
    }
  });

  it("names are made by Azure's rules, or given", async () => {
    assert.equal("registryName" in dev.only(types.registry).inputs, false);
    assert.equal("accountName" in dev.only(types.storageAccount).inputs, false);
    const config = configWith("dev", {
      "aks-agents:registry": { name: "contosoagents" },
      "aks-agents:contextStore": { name: "contosocontexts" },
    });
    const named = await graphOf({ stack: "dev", config });
    assert.equal(named.only(types.registry).inputs["registryName"], "contosoagents");
    assert.equal(named.only(types.storageAccount).inputs["accountName"], "contosocontexts");
    assert.equal(named.run.outputs["registryLoginServer"], "contosoagents.azurecr.io");
  });

  it("F77: cluster and resource group have the same name in every attempt", () => {
    assert.equal(dev.only(types.managedCluster).inputs["resourceName"], "aks-agents-dev");
    assert.equal(dev.only("azure-native:resources:ResourceGroup").inputs["resourceGroupName"], "aks-agents-dev");
  });

  it("F44: an unknown kubeconfig is not taken for another cluster", async () => {
    const provider = dev.only("pulumi:providers:kubernetes");
    assert.match(String(provider.inputs["clusterIdentifier"]), /\/managedClusters\/aks-agents-dev$/);
    assert.ok(provider.inputs["kubeconfig"] instanceof SecretValue);
  });
});
