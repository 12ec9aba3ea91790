import assert from "node:assert/strict";
import { ArmFixture, errorCode, group } from "./armFixture";
import { clusterBody, systemPool } from "./bodies";

type Case = readonly [behaviour: string, body: unknown, code: string];

const windowsPool = {
  name: "win",
  mode: "User",
  osType: "Windows",
  osSKU: "Windows2022",
  count: 1,
  vmSize: "Standard_D4s_v5",
};
const withPool = (pool: Record<string, unknown>, properties: Record<string, unknown> = {}) =>
  clusterBody({ agentPoolProfiles: [systemPool, { ...windowsPool, ...pool }], ...properties });
const withSystemPool = (pool: Record<string, unknown>) =>
  clusterBody({ agentPoolProfiles: [{ ...systemPool, ...pool }] });
const withNetwork = (network: Record<string, unknown>) =>
  clusterBody({ networkProfile: { networkPlugin: "azure", networkPluginMode: "overlay", ...network } });
const withAdmin = (adminUsername: string, adminPassword: string) =>
  clusterBody({ windowsProfile: { adminUsername, adminPassword } });
const goodPassword = "Correct-Horse-42";

const cases: readonly Case[] = [
  [
    "F55: a Windows pool without a Windows profile",
    withPool({}, { windowsProfile: undefined }),
    "WindowsProfileMissing",
  ],
  [
    "F58: a Windows pool on kubenet",
    withPool({}, { networkProfile: { networkPlugin: "kubenet" } }),
    "AzureCNIOnlyForWindows",
  ],
  ["a Windows pool without a network profile", withPool({}, { networkProfile: undefined }), "AzureCNIOnlyForWindows"],
  [
    "a Windows pool on the Cilium dataplane",
    withPool(
      {},
      { networkProfile: { networkPlugin: "azure", networkPluginMode: "overlay", networkDataplane: "cilium" } },
    ),
    "CiliumDataplaneNotSupportedForWindows",
  ],
  [
    "Azure network policy on kubenet",
    clusterBody({ networkProfile: { networkPlugin: "kubenet", networkPolicy: "azure" } }),
    "NetworkPolicyAzureNotSupportedForKubenet",
  ],
  ["a version that was never released", clusterBody({ kubernetesVersion: "1.35.99" }), "K8sVersionNotSupported"],
  ["F68: a retired version", clusterBody({ kubernetesVersion: "1.26" }), "K8sVersionNotSupported"],
  [
    "a version for long-term support only, without it",
    clusterBody({ kubernetesVersion: "1.33" }),
    "K8sVersionNotSupported",
  ],
  [
    "long-term support below Premium",
    clusterBody({ supportPlan: "AKSLongTermSupport" }, { sku: { name: "Base", tier: "Standard" } }),
    "BadRequest",
  ],
  ["Premium without long-term support", clusterBody({}, { sku: { name: "Base", tier: "Premium" } }), "BadRequest"],
  [
    "Windows Server 2019 on a Kubernetes that has dropped it",
    withPool({ osSKU: "Windows2019" }),
    "Windows2019NotSupportedWithOrchestratorVersion",
  ],
  [
    "Windows Server 2025 in an API version without it",
    withPool({ osSKU: "Windows2025", enableFIPS: true }),
    "InvalidParameter",
  ],
  ["a Windows pool name of seven characters", withPool({ name: "win2022" }), "WindowsAgentPoolNameTooLong"],
  ["a Windows system pool", withPool({ mode: "System" }), "InvalidParameter"],
  ["a pool name with capitals", withSystemPool({ name: "System" }), "InvalidParameter"],
  ["a pool name of thirteen characters", withSystemPool({ name: "abcdefghijklm" }), "InvalidParameter"],
  ["two pools with one name", clusterBody({ agentPoolProfiles: [systemPool, systemPool] }), "InvalidParameter"],
  ["no pool at all", clusterBody({ agentPoolProfiles: [] }), "AgentPoolProfilesRequired"],
  ["no system pool", withSystemPool({ mode: "User" }), "MustDefineAtLeastOneSystemPool"],
  [
    "a system pool that may shrink to nothing",
    withSystemPool({ enableAutoScaling: true, minCount: 0, maxCount: 3 }),
    "InvalidParameter",
  ],
  ["an empty system pool", withSystemPool({ count: 0 }), "InvalidParameter"],
  ["F65: a spot system pool", withSystemPool({ scaleSetPriority: "Spot" }), "InvalidParameter"],
  [
    "a tainted system pool",
    withSystemPool({ nodeTaints: ["dedicated=agents:NoSchedule"] }),
    "SystemPoolHasRestrictedTaint",
  ],
  [
    "taints on all of its pools, soft ones too",
    withSystemPool({ nodeTaints: ["size=small:PreferNoSchedule"] }),
    "CanNotTaintAllAgentPools",
  ],
  ["a system pool of one vCPU", withSystemPool({ vmSize: "Standard_B1s" }), "BadRequest"],
  ["a burstable system pool", withSystemPool({ vmSize: "Standard_B4ms" }), "BadRequest"],
  ["a service range that meets the pod range", withNetwork({ podCidr: "10.0.0.0/15" }), "PodCidrOverlapServiceCidr"],
  ["a reserved pod range", withNetwork({ podCidr: "172.16.0.0/12" }), "InvalidParameter"],
  ["a DNS address outside of the service range", withNetwork({ dnsServiceIP: "10.1.0.10" }), "InvalidParameter"],
  ["the first address of the service range for DNS", withNetwork({ dnsServiceIP: "10.0.0.1" }), "InvalidParameter"],
  [
    "a service range of a /12",
    withNetwork({ serviceCidr: "10.0.0.0/11", dnsServiceIP: "10.0.0.10", podCidr: "10.244.0.0/16" }),
    "InvalidParameter",
  ],
  ["user-defined routing without a subnet", withNetwork({ outboundType: "userDefinedRouting" }), "InvalidParameter"],
  ["a well-known administrator name", withAdmin("administrator", goodPassword), "WindowsProfileUsernameInvalid"],
  ["an administrator name of 21 characters", withAdmin("a".repeat(21), goodPassword), "WindowsProfileUsernameInvalid"],
  ["an administrator name that ends in a period", withAdmin("agent.", goodPassword), "WindowsProfileUsernameInvalid"],
  ["a password of two character classes", withAdmin("azureagent", "abcdefgh1234"), "WindowsProfilePasswordInvalid"],
  ["a password of seven characters", withAdmin("azureagent", "Abc-123"), "WindowsProfilePasswordInvalid"],
  ["a well-known password", withAdmin("azureagent", "P@ssw0rd"), "WindowsProfilePasswordInvalid"],
  [
    "authorized ranges on a private cluster",
    clusterBody({ apiServerAccessProfile: { enablePrivateCluster: true, authorizedIPRanges: ["198.51.100.0/24"] } }),
    "InvalidParameter",
  ],
  [
    "201 authorized ranges",
    clusterBody({
      apiServerAccessProfile: {
        authorizedIPRanges: Array.from({ length: 201 }, (_, index) => `198.51.100.${index}/32`),
      },
    }),
    "InvalidParameter",
  ],
  ["no local accounts without Entra", clusterBody({ disableLocalAccounts: true }), "BadRequest"],
  [
    "workload identity without the token issuer",
    clusterBody({ securityProfile: { workloadIdentity: { enabled: true } } }),
    "BadRequest",
  ],
  [
    "a node resource group name of 81 characters",
    clusterBody({ nodeResourceGroup: "n".repeat(81) }),
    "InvalidParameter",
  ],
  [
    "its own resource group as node resource group",
    clusterBody({ nodeResourceGroup: "RG" }),
    "NodeResourceGroupSameAsResourceGroup",
  ],
  ["no DNS prefix", clusterBody({ dnsPrefix: undefined }), "DnsPrefixRequired"],
  [
    "security patches of the OS with a Windows pool",
    withPool({}, { autoUpgradeProfile: { nodeOSUpgradeChannel: "SecurityPatch" } }),
    "InvalidParameter",
  ],
  ["an unknown region", clusterBody({}, { location: "atlantis" }), "LocationNotAvailableForResourceType"],
  ["an unknown property", clusterBody({ frobnicate: true }), "UnmarshalError"],
  ["a read-only property", clusterBody({ fqdn: "aks.example.com" }), "UnmarshalError"],
  ["text where a number belongs", withSystemPool({ count: "1" }), "UnmarshalError"],
  ["a disk above 2048 GB", withSystemPool({ osDiskSizeGB: 4096 }), "InvalidParameter"],
  [
    "a value that is none of the known ones",
    clusterBody({ networkProfile: { networkPlugin: "weave" } }),
    "InvalidParameter",
  ],
  [
    "an identity that does not exist",
    clusterBody(
      {},
      {
        identity: {
          type: "UserAssigned",
          userAssignedIdentities: { [`${group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/none`]: {} },
        },
      },
    ),
    "UserAssignedIdentityNotFound",
  ],
  [
    "a subnet that does not exist",
    withSystemPool({ vnetSubnetID: `${group}/providers/Microsoft.Network/virtualNetworks/none/subnets/none` }),
    "SubnetNotFound",
  ],
];

describe("Azure emulator: AKS refuses a cluster with", () => {
  let arm: ArmFixture;
  const cluster = `${group}/providers/Microsoft.ContainerService/managedClusters/aks`;

  before(async () => {
    arm = await ArmFixture.start({ now: () => new Date("2026-12-01T00:00:00Z") });
    await arm.send("PUT", group, "2024-03-01", { location: "westeurope" });
  });
  after(() => arm.stop());

  for (const [behaviour, body, code] of cases) {
    it(behaviour, async () => {
      const answer = await arm.send("PUT", cluster, "2025-09-01", body);
      assert.deepEqual([answer.status, errorCode(answer)], [400, code], JSON.stringify(answer.body));
    });
  }

  it("and keeps nothing of those that it refused", async () => {
    const { body } = await arm.send("GET", "/_sandbox/resources", "");
    assert.deepEqual(body, {
      value: [{ id: group, type: "Microsoft.Resources/resourceGroups", provisioningState: "Succeeded" }],
    });
  });
});
