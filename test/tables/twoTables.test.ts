import assert from "node:assert/strict";
import { contextWriterRole, registryBuildRoles } from "../../plan/buildRoles";
import { kubernetesVersions, kubernetesVersionsSource } from "../../plan/kubernetesVersions";
import { pullRoles } from "../../plan/pullRoles";
import { knownVmSizes, vmSizesSource } from "../../plan/vmSizes";
import { retiredWindowsVersions, windowsVersions } from "../../plan/windowsVersions";
import { builtInRoles } from "../../sandbox/azure/authorization/builtInRoles";
import { kubernetesMinors } from "../../sandbox/azure/tables/kubernetesVersions";
import { windowsSkus } from "../../sandbox/azure/tables/windowsSkus";
import { operatingSystem } from "../../sandbox/kubernetes/nodes/operatingSystems";
import { vmSize } from "../../sandbox/kubernetes/nodes/vmSizes";

/** The plan and the sandbox hold the same facts from sources of their own: where they differ, one of them is wrong. */
describe("the tables of plan/ and those of sandbox/", () => {
  it("agree on the life of each Kubernetes version that both know", () => {
    const sandbox = new Map(kubernetesMinors.map((entry) => [entry.minor, entry]));
    const both = kubernetesVersions.filter(({ minor }) => sandbox.has(`1.${minor}`));
    assert.ok(both.length >= 4);
    for (const { minor, endOfLife, endOfLongTermSupport } of both) {
      assert.deepEqual(
        { endOfLife, endOfLongTermSupport },
        {
          endOfLife: sandbox.get(`1.${minor}`)?.endOfLife,
          endOfLongTermSupport: sandbox.get(`1.${minor}`)?.endOfLongTermSupport,
        },
        `1.${minor}: plan/ (${kubernetesVersionsSource.source}) against sandbox/azure/tables/kubernetesVersions.ts`,
      );
    }
  });

  for (const [os, version] of Object.entries(windowsVersions)) {
    it(`agree on ${os}: Kubernetes range, build, retirement, FIPS`, () => {
      const sku = windowsSkus[version.osSku];
      assert.ok(sku);
      assert.deepEqual(
        {
          first: version.kubernetes.first,
          last: version.kubernetes.last ?? Infinity,
          build: version.build,
          retirement: version.retirement,
          fips: version.requiresFips,
        },
        {
          first: sku.firstMinor,
          last: sku.lastMinor,
          build: sku.build,
          retirement: sku.retired,
          fips: sku.requiresFips,
        },
        `plan/ (${version.source}; ${version.furtherSource}) against sandbox/azure/tables/windowsSkus.ts`,
      );
    });

    it(`agree on the build that a node of ${os} shows`, () => {
      const pool = {
        osType: "Windows",
        osSku: version.osSku,
        kubernetesVersion: "1.35.0",
        nodeImageVersion: "",
      } as const;
      assert.equal(operatingSystem(pool).windowsBuild, version.build);
    });
  }

  it("agree on the day from which Windows Server 2019 is retired", () => {
    const plan = retiredWindowsVersions.find(({ spelling }) => spelling.test("windows2019"));
    assert.equal(plan?.retired, windowsSkus["Windows2019"]?.retired);
  });

  it("agree on cores, memory and processor of each VM size that the sandbox knows too", () => {
    const both = knownVmSizes().filter(({ name }) => isKnownToSandbox(name));
    assert.ok(both.length > 50);
    const plan = both.map(({ name, vCpus, memoryGiB, architecture }) => ({ name, vCpus, memoryGiB, architecture }));
    const sandbox = both.map(({ name }) => {
      const { cores, memoryMiB, architecture } = vmSize(name);
      return { name, vCpus: cores, memoryGiB: memoryMiB / 1024, architecture };
    });
    assert.deepEqual(plan, sandbox, `plan/ (${vmSizesSource.source}) against sandbox/kubernetes/nodes/vmSizes.ts`);
  });

  it("agree on the ids of the roles that let nodes pull and pipelines build", () => {
    const building = [...Object.values(registryBuildRoles).flat(), contextWriterRole];
    for (const { name, definitionId } of [...Object.values(pullRoles), ...building]) {
      assert.equal(builtInRoles.get(definitionId)?.name, name);
    }
  });
});

function isKnownToSandbox(name: string): boolean {
  try {
    vmSize(name);
    return true;
  } catch {
    return false;
  }
}
