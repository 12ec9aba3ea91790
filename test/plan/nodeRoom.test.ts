import assert from "node:assert/strict";
import { allocatableOf } from "../../plan/nodeRoom";
import { vmSizeOf, type VmSize } from "../../plan/vmSizes";
import { refusalsOf } from "./fleets";

function size(name: string): VmSize {
  const found = vmSizeOf(name);
  assert.ok(found);
  return found;
}

describe("room on a node", () => {
  it("is what the documentation works out for 8 GB and 30 pods", () => {
    // azure-aks-docs node-resource-reservations.md: 8 GB - 0.65 GB - 0.1 GB = 7.25 GB; 2 vCPUs - 100 millicores.
    const { cpu, memoryMiB } = allocatableOf(size("Standard_D2s_v5"), false, 30);
    assert.equal(cpu.toFixed(2), "1.90");
    assert.equal(memoryMiB, 8192 - 650 - 100);
  });

  it("loses no more than a quarter of the memory to the number of pods", () => {
    // The page's second example, with 4 GB and 70 pods: 1000 MB, because 1450 MB would be more than a quarter.
    const small = { ...size("Standard_D2s_v5"), memoryGiB: 4 };
    assert.equal(allocatableOf(small, false, 70).memoryMiB, 4096 - 1024 - 100);
  });

  it("is 2 GB less on Windows", () => {
    const linux = allocatableOf(size("Standard_D4s_v5"), false, 250).memoryMiB;
    assert.equal(linux - allocatableOf(size("Standard_D4s_v5"), true, 250).memoryMiB, 2048);
  });

  it("holds one agent of two cores on four, because AKS keeps a part", () => {
    const agents = (replicas: number) => ({ agents: [{ name: "linux", os: "linux", nodes: { max: 2 }, replicas }] });
    assert.deepEqual(
      refusalsOf(agents(2)).map(({ code }) => code),
      [],
    );
    assert.deepEqual(
      refusalsOf(agents(3)).map(({ code }) => code),
      ["replicas-do-not-fit"],
    );
  });
});
