/** What a virtual machine of one size offers. */
export interface VmSize {
  readonly cores: number;
  readonly memoryMiB: number;
  readonly architecture: "amd64" | "arm64";
}

interface VmFamily {
  /** Matches the size's name; its group is the number of vCPUs. */
  readonly pattern: RegExp;
  readonly memoryMiBPerCore: number;
}

/**
 * Families that AKS node pools are made of, by Azure's naming convention (azure-compute-docs vm-naming-conventions, and the
 * size series pages of each family): the vCPUs are in the name, the memory is proportional to them.
 */
const families: readonly VmFamily[] = [
  // Low-memory variants carry the letter l.
  { pattern: /^Standard_D(\d+)a?p?ld?s_v\d+$/, memoryMiBPerCore: 2048 },
  { pattern: /^Standard_D(\d+)a?p?d?s?_v[3-7]$/, memoryMiBPerCore: 4096 },
  { pattern: /^Standard_E(\d+)a?p?d?s?_v[3-7]$/, memoryMiBPerCore: 8192 },
  { pattern: /^Standard_F(\d+)s_v2$/, memoryMiBPerCore: 2048 },
  { pattern: /^Standard_F(\d+)as_v[67]$/, memoryMiBPerCore: 4096 },
  { pattern: /^Standard_F(\d+)als_v[67]$/, memoryMiBPerCore: 2048 },
  { pattern: /^Standard_F(\d+)ams_v[67]$/, memoryMiBPerCore: 8192 },
  { pattern: /^Standard_B(\d+)ms$/, memoryMiBPerCore: 4096 },
  { pattern: /^Standard_B(\d+)p?a?s_v2$/, memoryMiBPerCore: 4096 },
  { pattern: /^Standard_B(\d+)p?a?ls_v2$/, memoryMiBPerCore: 2048 },
  { pattern: /^Standard_L(\d+)a?s_v[234]$/, memoryMiBPerCore: 8192 },
];

/**
 * Sizes that do not follow their family: the largest of some, by their series pages, and older ones whose number is a rank, not
 * a count of vCPUs (azure-compute-docs dv2-dsv2-series, bv1-series).
 */
const particular: Readonly<Record<string, { readonly cores: number; readonly memoryMiB: number }>> = {
  Standard_D64ps_v5: { cores: 64, memoryMiB: 212_992 },
  Standard_E96s_v5: { cores: 96, memoryMiB: 688_128 },
  Standard_E96ds_v5: { cores: 96, memoryMiB: 688_128 },
  Standard_B1ms: { cores: 1, memoryMiB: 2048 },
  Standard_B2s: { cores: 2, memoryMiB: 4096 },
  Standard_DS1_v2: { cores: 1, memoryMiB: 3584 },
  Standard_DS2_v2: { cores: 2, memoryMiB: 7168 },
  Standard_DS3_v2: { cores: 4, memoryMiB: 14_336 },
  Standard_DS4_v2: { cores: 8, memoryMiB: 28_672 },
  Standard_DS5_v2: { cores: 16, memoryMiB: 57_344 },
  Standard_D2_v2: { cores: 2, memoryMiB: 7168 },
  Standard_D3_v2: { cores: 4, memoryMiB: 14_336 },
  Standard_D4_v2: { cores: 8, memoryMiB: 28_672 },
};

/** The letter p among a size's features means an Arm processor (azure-compute-docs vm-naming-conventions). */
const ARM = /^Standard_[A-Z]+\d+[a-z]*p/;

/** @throws Error when the size is in none of the tables. */
export function vmSize(name: string): VmSize {
  const shape = particular[name] ?? proportional(name);
  if (shape === undefined) {
    throw new Error(
      `VM size ${name} is not known to the sandbox: add its family to sandbox/kubernetes/nodes/vmSizes.ts.`,
    );
  }
  return { ...shape, architecture: ARM.test(name) ? "arm64" : "amd64" };
}

function proportional(name: string): { cores: number; memoryMiB: number } | undefined {
  for (const { pattern, memoryMiBPerCore } of families) {
    const cores = Number(pattern.exec(name)?.[1]);
    if (cores > 0) {
      return { cores, memoryMiB: cores * memoryMiBPerCore };
    }
  }
  return undefined;
}
