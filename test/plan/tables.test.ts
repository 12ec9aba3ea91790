import assert from "node:assert/strict";
import { kubernetesVersions } from "../../plan/kubernetesVersions";
import { knownVmSizes, vmSizeOf } from "../../plan/vmSizes";
import { windowsVersions } from "../../plan/windowsVersions";

describe("table of Windows versions", () => {
  it("F01: pairs OS SKU, build and base image as the field does", () => {
    const pairs = Object.values(windowsVersions).map(({ osSku, build, imageTag }) => [osSku, build, imageTag]);
    assert.deepEqual(pairs, [
      ["Windows2022", "10.0.20348", "ltsc2022"],
      ["Windows2025", "10.0.26100", "ltsc2025"],
    ]);
  });

  it("F01: lets a 2025 node run both bases and a 2022 node only its own", () => {
    // virtualization-documentation version-compatibility.md 2025-01-23
    assert.deepEqual(windowsVersions.windows2022.runsImageTags, ["ltsc2022"]);
    assert.deepEqual([...windowsVersions.windows2025.runsImageTags].sort(), ["ltsc2022", "ltsc2025"]);
  });

  it("F04: ends Windows Server 2022 with Kubernetes 1.36 and starts 2025 with 1.32", () => {
    // azure-aks-docs upgrade-os-version.md 2026-07-13
    assert.deepEqual(windowsVersions.windows2022.kubernetes, { first: 23, last: 36 });
    assert.deepEqual(windowsVersions.windows2025.kubernetes, { first: 32 });
  });

  it("says where each fact comes from and when it was looked up", () => {
    for (const { source, checked } of Object.values(windowsVersions)) {
      assert.ok(source.length > 20);
      assert.match(checked, /^\d{4}-\d{2}-\d{2}$/);
    }
  });
});

describe("table of Kubernetes versions", () => {
  it("follows the calendar of AKS", () => {
    // azure-aks-docs supported-kubernetes-versions.md 2026-08-05, months as published
    const calendar = kubernetesVersions.map(({ minor, endOfLife, endOfLongTermSupport }) => [
      `1.${minor}`,
      endOfLife.slice(0, 7),
      endOfLongTermSupport.slice(0, 7),
    ]);
    assert.deepEqual(calendar, [
      ["1.32", "2026-03", "2027-03"],
      ["1.33", "2026-07", "2027-07"],
      ["1.34", "2026-11", "2027-11"],
      ["1.35", "2027-03", "2028-03"],
      ["1.36", "2027-06", "2028-06"],
      ["1.37", "2027-10", "2028-10"],
    ]);
  });

  it("ends support on the last day of a month", () => {
    for (const { endOfLife, endOfLongTermSupport } of kubernetesVersions) {
      for (const day of [endOfLife, endOfLongTermSupport]) {
        const next = new Date(`${day}T00:00:00Z`);
        next.setUTCDate(next.getUTCDate() + 1);
        assert.equal(next.getUTCDate(), 1, day);
      }
    }
  });
});

describe("table of VM sizes", () => {
  /** Rows of azure-compute-docs, one size of each series: name, vCPUs, GiB, generations, GiB of a local disk. */
  const published: readonly (readonly [string, number, number, readonly number[], number])[] = [
    ["Standard_B4ls_v2", 4, 8, [1, 2], 0],
    ["Standard_B4ms", 4, 16, [1, 2], 0],
    ["Standard_DS2_v2", 2, 7, [1], 0],
    ["Standard_DS4_v2", 8, 28, [1], 0],
    ["Standard_D4_v3", 4, 16, [1], 0],
    ["Standard_D4s_v3", 4, 16, [1, 2], 100],
    ["Standard_D4s_v5", 4, 16, [1, 2], 0],
    ["Standard_D8ds_v5", 8, 32, [1, 2], 300],
    ["Standard_D2ads_v5", 2, 8, [1, 2], 75],
    ["Standard_D16as_v5", 16, 64, [1, 2], 0],
    ["Standard_D64ps_v5", 64, 208, [2], 0],
    ["Standard_D192s_v6", 192, 768, [2], 0],
    ["Standard_D4ds_v6", 4, 16, [2], 220],
    ["Standard_D8ads_v6", 8, 32, [2], 440],
    ["Standard_D4as_v6", 4, 16, [2], 0],
    ["Standard_E20s_v5", 20, 160, [1, 2], 0],
    ["Standard_E96ds_v5", 96, 672, [1, 2], 3600],
    ["Standard_F72s_v2", 72, 144, [1, 2], 0],
  ];

  for (const [name, vCpus, memoryGiB, generations, localOsDiskGiB] of published) {
    it(`knows ${name} as it is published`, () => {
      const size = vmSizeOf(name);
      assert.deepEqual(
        [size?.vCpus, size?.memoryGiB, size?.generations, size?.localOsDiskGiB],
        [vCpus, memoryGiB, generations, localOsDiskGiB],
      );
    });
  }

  it("takes sizes in any case, as Azure does", () => {
    assert.equal(vmSizeOf("standard_d4S_V5")?.name, "Standard_D4s_v5");
  });

  it("names each size once", () => {
    const names = knownVmSizes().map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
  });
});
