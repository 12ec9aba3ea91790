import assert from "node:assert/strict";
import { emptyPoolTemplate } from "../../../sandbox/kubernetes/autoscaler/poolTemplate";
import { nodeLabels } from "../../../sandbox/kubernetes/nodes/nodeLabels";
import { nodeName, providerId, scaleSetName } from "../../../sandbox/kubernetes/nodes/nodeNames";
import { nodeAddress, nodeObject, offsetAddress } from "../../../sandbox/kubernetes/nodes/nodeObject";
import { nodeAllocatable, nodeCapacity } from "../../../sandbox/kubernetes/nodes/nodeResources";
import { operatingSystem } from "../../../sandbox/kubernetes/nodes/operatingSystems";
import { parseTaint, poolTaints } from "../../../sandbox/kubernetes/nodes/taints";
import { vmSize } from "../../../sandbox/kubernetes/nodes/vmSizes";
import { quantity } from "../../../sandbox/kubernetes/scheduling/quantity";
import { clusterSpec, linuxPool, windowsPool } from "./support/specs";

const cluster = clusterSpec("shapes");

describe("Shape of a node", () => {
  it("instances are numbered in base 36", () => {
    assert.equal(nodeName(linuxPool("build"), "12345678", 35), "aks-build-12345678-vmss00000z");
    assert.equal(nodeName(linuxPool("build"), "12345678", 36), "aks-build-12345678-vmss000010");
  });

  it("F06: a Windows node's name, with the longest pool name, has the 15 characters of a computer name", () => {
    assert.equal(nodeName(windowsPool("npwin2", 2022), "12345678", 0).length, 15);
  });

  it("the provider id names the instance in the node resource group", () => {
    assert.equal(
      providerId(cluster, windowsPool("npwin", 2022), "12345678", 4),
      "azure:///subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/mc_fleet_westeurope" +
        "/providers/Microsoft.Compute/virtualMachineScaleSets/aksnpwin/virtualMachines/4",
    );
    assert.equal(scaleSetName(windowsPool("npwin", 2022), "12345678"), "aksnpwin");
  });

  it("addresses count on over the end of a byte", () => {
    assert.equal(offsetAddress("10.244.0.0", 256 * 256 + 2), "10.245.0.2");
    assert.equal(nodeAddress({ instance: 0, addressIndex: 252, createdAt: 0 }), "10.224.1.0");
  });

  const sizes: [string, number, number, string][] = [
    ["Standard_D4s_v3", 4, 16, "amd64"],
    ["Standard_D8ads_v5", 8, 32, "amd64"],
    ["Standard_D2lds_v5", 2, 4, "amd64"],
    ["Standard_E4s_v5", 4, 32, "amd64"],
    ["Standard_F8s_v2", 8, 16, "amd64"],
    ["Standard_D4ps_v5", 4, 16, "arm64"],
    ["Standard_D4pds_v6", 4, 16, "arm64"],
    ["Standard_DS2_v2", 2, 7, "amd64"],
    ["Standard_B2s", 2, 4, "amd64"],
  ];
  for (const [name, cores, memoryGiB, architecture] of sizes) {
    it(`${name} has ${cores} cores and ${memoryGiB} GiB`, () => {
      assert.deepEqual(vmSize(name), { cores, memoryMiB: memoryGiB * 1024, architecture });
    });
  }

  it("a size that no table has is refused by name", () => {
    assert.throws(() => vmSize("Standard_X9"), /Standard_X9 is not known/);
  });

  // The two examples of aks-docs node-resource-reservations.md: 8 GB and 30 pods, 4 GB and 70 pods.
  it("keeps 650 MB and the eviction threshold of 8 GB with 30 pods", () => {
    const { memory } = nodeAllocatable(
      { cores: 2, memoryMiB: 8192, architecture: "amd64" },
      linuxPool("p", { maxPods: 30 }),
    );
    assert.equal(quantity(memory ?? "") / 2 ** 20, 8192 - 650 - 100);
  });

  it("keeps a quarter of 4 GB with 70 pods", () => {
    const { memory } = nodeAllocatable(
      { cores: 2, memoryMiB: 4096, architecture: "amd64" },
      linuxPool("p", { maxPods: 70 }),
    );
    assert.equal(quantity(memory ?? "") / 2 ** 20, 4096 - 1024 - 100);
  });

  it("keeps 2 GB more on a Windows node", () => {
    const size = vmSize("Standard_D4s_v5");
    const [linux, windows] = [linuxPool("p"), windowsPool("p", 2022)].map(
      (pool) => nodeAllocatable(size, pool)["memory"] ?? "",
    );
    assert.equal(quantity(linux ?? "") - quantity(windows ?? ""), 2 * 2 ** 30);
  });

  it("keeps 140 millicores of 4 cores", () => {
    assert.equal(nodeAllocatable(vmSize("Standard_D4s_v5"), linuxPool("p"))["cpu"], "3860m");
  });

  const disks: [string, number | undefined, number][] = [
    ["Standard_D4s_v5", undefined, 128],
    ["Standard_D8s_v5", 0, 256],
    ["Standard_D16s_v5", undefined, 512],
    ["Standard_D4s_v5", 300, 300],
  ];
  for (const [size, osDiskGiB, diskGiB] of disks) {
    it(`F124: ${size} with an OS disk of ${osDiskGiB ?? "no"} GiB has ${diskGiB} GiB for pods and images`, () => {
      const capacity = nodeCapacity(vmSize(size), linuxPool("p", { osDiskGiB }));
      assert.equal(quantity(capacity["ephemeral-storage"] ?? "") / 2 ** 30, diskGiB);
    });
  }

  it("F02: the same SKU name means another release with another Kubernetes version", () => {
    assert.equal(operatingSystem(linuxPool("p", { kubernetesVersion: "1.34.2" })).effectiveSku, "Ubuntu2204");
    assert.equal(operatingSystem(linuxPool("p", { kubernetesVersion: "1.35.4" })).effectiveSku, "Ubuntu2404");
  });

  it("the kernel version of a Windows node is that of its image", () => {
    const pool = windowsPool("p", 2025, { nodeImageVersion: "AKSWindows-2025-containerd-26100.40000.270101" });
    assert.equal(operatingSystem(pool).kernelVersion, "10.0.26100.40000");
  });

  it("there are no nodes of a retired SKU", () => {
    assert.throws(() => operatingSystem(windowsPool("p", 2022, { osSku: "Windows2019" })), /Windows2019/);
  });

  it("the spot taint is there once, whether the pool names it or not", () => {
    const named = { taints: ["kubernetes.azure.com/scalesetpriority=spot:NoSchedule"], spot: true };
    assert.deepEqual(poolTaints(named), poolTaints({ taints: [], spot: true }));
    assert.equal(poolTaints(named).length, 1);
  });

  it("a taint without a value, and a text that is none", () => {
    assert.deepEqual(parseTaint("CriticalAddonsOnly:NoExecute"), { key: "CriticalAddonsOnly", effect: "NoExecute" });
    assert.throws(() => parseTaint("os=windows"), /is not a taint/);
  });

  it("F19: the template of an empty pool has the pool's labels and nothing that only a node can tell", () => {
    const { labels } = emptyPoolTemplate(cluster, windowsPool("npwin", 2022), "template");
    assert.equal(labels["agents.example.com/pool"], "npwin");
    assert.equal(labels["kubernetes.io/os"], "windows");
    assert.equal(labels["node.kubernetes.io/instance-type"], "Standard_D4s_v5");
    assert.equal(labels["node.kubernetes.io/windows-build"], undefined);
    assert.equal(labels["kubernetes.azure.com/os-sku"], undefined);
  });

  it("a node has every label that its pool's template promises", () => {
    const pool = windowsPool("npwin", 2025, { zones: ["2"], spot: true });
    const { labels } = emptyPoolTemplate(cluster, pool, "same-name");
    const real = nodeLabels(cluster, pool, "same-name", "2");
    assert.deepEqual(
      Object.entries(labels).filter(([key, value]) => real[key] !== value),
      [],
    );
  });

  it("the template has all of the machine, the node what AKS leaves of it", () => {
    const pool = linuxPool("p", { maxPods: 30 });
    const template = emptyPoolTemplate(cluster, pool, "template");
    const surroundings = { cluster, suffix: "12345678", kubeletPort: 1 };
    const node = nodeObject(surroundings, pool, { instance: 0, addressIndex: 0, createdAt: 0 });
    assert.equal(template.allocatable["cpu"], 4);
    assert.equal(template.allocatable["pods"], 110);
    assert.equal(node.status?.allocatable?.["cpu"], "3860m");
    assert.equal(node.status?.allocatable?.["pods"], "30");
  });
});
