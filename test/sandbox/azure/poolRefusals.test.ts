import assert from "node:assert/strict";
import { ArmFixture, errorCode, field, group } from "./armFixture";
import { clusterBody, poolBody, windowsPoolBody } from "./bodies";

type Case = readonly [behaviour: string, name: string, body: unknown, code: string, apiVersion?: string];

const cases: readonly Case[] = [
  [
    "Windows Server 2025 before API version 2026-02-01",
    "win25",
    windowsPoolBody({ osSKU: "Windows2025", enableFIPS: true }),
    "InvalidParameter",
  ],
  [
    "Windows Server 2025 without FIPS",
    "win25",
    windowsPoolBody({ osSKU: "Windows2025" }),
    "InvalidParameter",
    "2026-02-01",
  ],
  [
    "Windows Server 2019",
    "win19",
    windowsPoolBody({ osSKU: "Windows2019" }),
    "Windows2019NotSupportedWithOrchestratorVersion",
  ],
  ["a Linux OS SKU for Windows", "win", windowsPoolBody({ osSKU: "Ubuntu" }), "InvalidOSSKU"],
  ["a Windows OS SKU for Linux", "linux1", poolBody({ osSKU: "Windows2022" }), "InvalidOSSKU"],
  [
    "a Windows pool on Arm64",
    "win",
    windowsPoolBody({ vmSize: "Standard_D4ps_v5" }),
    "VMSizeNotSupportedForWindowsAgentPool",
  ],
  ["something that is no VM size", "linux1", poolBody({ vmSize: "D4" }), "BadRequest"],
  ["no VM size", "linux1", poolBody({ vmSize: undefined }), "InvalidParameter"],
  ["nine pods per node", "linux1", poolBody({ maxPods: 9 }), "InvalidParameter"],
  ["251 pods per node", "linux1", poolBody({ maxPods: 251 }), "InvalidParameter"],
  [
    "a minimum above the maximum",
    "linux1",
    poolBody({ enableAutoScaling: true, minCount: 3, maxCount: 2 }),
    "InvalidParameter",
  ],
  ["limits without the autoscaler", "linux1", poolBody({ minCount: 1, maxCount: 2 }), "InvalidParameter"],
  [
    "a count beyond the autoscaler's limits",
    "linux1",
    poolBody({ enableAutoScaling: true, minCount: 2, maxCount: 3, count: 1 }),
    "InvalidParameter",
  ],
  ["1001 nodes", "linux1", poolBody({ count: 1001 }), "InvalidParameter"],
  [
    "two taints with one key and effect",
    "linux1",
    poolBody({ nodeTaints: ["a=b:NoSchedule", "a=c:NoSchedule"] }),
    "InvalidParameter",
  ],
  ["a taint without an effect", "linux1", poolBody({ nodeTaints: ["os=windows"] }), "InvalidParameter"],
  [
    "a taint with a reserved prefix",
    "linux1",
    poolBody({ nodeTaints: ["kubernetes.azure.com/x=y:NoSchedule"] }),
    "InvalidParameter",
  ],
  [
    "a label with a reserved prefix",
    "linux1",
    poolBody({ nodeLabels: { "kubernetes.azure.com/x": "y" } }),
    "InvalidParameter",
  ],
  ["a label value with a blank", "linux1", poolBody({ nodeLabels: { x: "a b" } }), "InvalidParameter"],
  [
    "F65: an eviction policy without spot",
    "linux1",
    poolBody({ scaleSetEvictionPolicy: "Delete" }),
    "InvalidParameter",
  ],
  ["a spot price of nothing", "linux1", poolBody({ scaleSetPriority: "Spot", spotMaxPrice: 0 }), "InvalidParameter"],
  [
    "a surge for spot nodes",
    "linux1",
    poolBody({ scaleSetPriority: "Spot", upgradeSettings: { maxSurge: "33%" } }),
    "InvalidParameter",
  ],
  [
    "a drain time-out of a day and a minute",
    "linux1",
    poolBody({ upgradeSettings: { drainTimeoutInMinutes: 1441 } }),
    "InvalidParameter",
  ],
  [
    "a version above the control plane's",
    "linux1",
    poolBody({ orchestratorVersion: "1.36" }),
    "NodePoolMcVersionIncompatible",
  ],
  ["a retired version", "linux1", poolBody({ orchestratorVersion: "1.30" }), "AgentPoolK8sVersionNotSupported"],
  [
    "no outbound NAT behind a load balancer",
    "win",
    windowsPoolBody({ windowsProfile: { disableOutboundNat: true } }),
    "InvalidParameter",
  ],
  ["a Linux setting for Windows", "win", windowsPoolBody({ linuxOSConfig: { swapFileSizeMB: 1 } }), "InvalidParameter"],
  ["an unknown property", "linux1", poolBody({ frobnicate: 1 }), "UnmarshalError"],
  ["a property of a later API version", "linux1", poolBody({ status: {} }), "InvalidParameter"],
];

describe("Azure emulator: AKS refuses an agent pool with", () => {
  let arm: ArmFixture;
  const cluster = `${group}/providers/Microsoft.ContainerService/managedClusters/aks`;

  before(async () => {
    arm = await ArmFixture.start({ now: () => new Date("2026-12-01T00:00:00Z") });
    await arm.send("PUT", group, "2024-03-01", { location: "westeurope" });
    await arm.run("PUT", cluster, "2025-09-01", clusterBody());
  });
  after(() => arm.stop());

  for (const [behaviour, name, body, code, apiVersion] of cases) {
    it(behaviour, async () => {
      const answer = await arm.send("PUT", `${cluster}/agentPools/${name}`, apiVersion ?? "2025-09-01", body);
      assert.deepEqual([answer.status, errorCode(answer)], [400, code], JSON.stringify(answer.body));
    });
  }

  it("a cluster that does not exist", async () => {
    const answer = await arm.send("PUT", `${cluster}x/agentPools/linux1`, "2025-09-01", poolBody());
    assert.deepEqual([answer.status, errorCode(answer)], [404, "ParentResourceNotFound"]);
  });

  it("another VM size than it was created with", async () => {
    await arm.run("PUT", `${cluster}/agentPools/fixed`, "2025-09-01", poolBody());
    const answer = await arm.send(
      "PUT",
      `${cluster}/agentPools/fixed`,
      "2025-09-01",
      poolBody({ vmSize: "Standard_D8s_v5" }),
    );
    assert.deepEqual(
      [errorCode(answer), field(answer.body, "error.target")],
      ["PropertyChangeNotAllowed", "properties.vmSize"],
    );
  });

  it("F41: the removal of the last system pool", async () => {
    const answer = await arm.send("DELETE", `${cluster}/agentPools/system`, "2025-09-01");
    assert.deepEqual([answer.status, errorCode(answer)], [400, "MustDefineAtLeastOneSystemPool"]);
  });

  it("F40: a cluster PUT that names a pool which the cluster does not have", async () => {
    const body = clusterBody({
      agentPoolProfiles: [
        { name: "system", mode: "System", osType: "Linux", count: 1, vmSize: "Standard_D2s_v5" },
        { name: "more", mode: "User", osType: "Linux", count: 1, vmSize: "Standard_D2s_v5" },
      ],
    });
    const answer = await arm.send("PUT", cluster, "2025-09-01", body);
    assert.match(String(field(answer.body, "error.message")), /^A new agent pool was introduced\./);
  });

  it("a second operation while one is under way", async () => {
    let open = () => undefined;
    arm.runtime.gate = new Promise((resolve) => {
      open = () => void resolve(undefined);
    });
    await arm.send("PUT", `${cluster}/agentPools/first`, "2025-09-01", poolBody());
    const answer = await arm.send("PUT", `${cluster}/agentPools/second`, "2025-09-01", poolBody());
    open();
    assert.deepEqual([answer.status, errorCode(answer)], [409, "OperationNotAllowed"]);
  });
});
