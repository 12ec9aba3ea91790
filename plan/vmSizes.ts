/** What a VM size offers, as far as the plan needs it. */
export interface VmSize {
  readonly name: string;
  /** Series, which is also how Azure counts core quota. */
  readonly family: string;
  readonly vCpus: number;
  readonly memoryGiB: number;
  readonly generations: readonly (1 | 2)[];
  readonly architecture: "amd64" | "arm64";
  /** Burstable (B series): AKS does not take it for a system pool. */
  readonly burstable: boolean;
  /** Largest operating system disk that fits on the host itself, in GiB; 0: none. */
  readonly localOsDiskGiB: number;
}

interface Series {
  readonly family: string;
  /** Name without `Standard_`; `#` stands for the number of vCPUs. */
  readonly pattern: string;
  readonly vCpus: readonly number[];
  readonly gibPerVCpu: number;
  readonly generations: readonly (1 | 2)[];
  /** Per vCPU up to a most. */
  readonly localOsDisk?: { readonly gibPerVCpu: number; readonly most?: number };
  readonly architecture?: "arm64";
  readonly burstable?: true;
  /** Sizes whose memory does not follow the ratio. */
  readonly memoryGiB?: Readonly<Record<number, number>>;
}

/** Source of the tables below: one page per series under articles/virtual-machines/sizes. */
export const vmSizesSource = {
  source: "azure-compute-docs <series>-series.md 2024-07 to 2026-03",
  checked: "2026-11-30",
} as const;

const common = [2, 4, 8, 16, 32, 48, 64, 96] as const;
const both = [1, 2] as const;
/** Where there is no cache, the temporary disk decides (azure-aks-docs concepts-storage.md 2026-07-30). */
const temporaryV5 = { gibPerVCpu: 37.5 };
const temporaryV6 = { gibPerVCpu: 55, most: 440 };

const series: readonly Series[] = [
  { family: "Bsv2", pattern: "B#s_v2", vCpus: [2, 4, 8, 16, 32], gibPerVCpu: 4, generations: both, burstable: true },
  { family: "Bsv2", pattern: "B#ls_v2", vCpus: [2, 4, 8, 16, 32], gibPerVCpu: 2, generations: both, burstable: true },
  {
    family: "Bv1",
    pattern: "B#ms",
    vCpus: [1, 2, 4, 8, 12, 16, 20],
    gibPerVCpu: 4,
    generations: both,
    burstable: true,
    memoryGiB: { 1: 2 },
  },
  {
    family: "Bv1",
    pattern: "B#s",
    vCpus: [1, 2],
    gibPerVCpu: 2,
    generations: both,
    burstable: true,
    memoryGiB: { 1: 1 },
  },
  { family: "Dv3", pattern: "D#_v3", vCpus: [2, 4, 8, 16, 32, 48, 64], gibPerVCpu: 4, generations: [1] },
  {
    family: "Dsv3",
    pattern: "D#s_v3",
    vCpus: [2, 4, 8, 16, 32, 48, 64],
    gibPerVCpu: 4,
    generations: both,
    localOsDisk: { gibPerVCpu: 25 },
  },
  { family: "Dsv5", pattern: "D#s_v5", vCpus: common, gibPerVCpu: 4, generations: both },
  { family: "Ddsv5", pattern: "D#ds_v5", vCpus: common, gibPerVCpu: 4, generations: both, localOsDisk: temporaryV5 },
  { family: "Dasv5", pattern: "D#as_v5", vCpus: common, gibPerVCpu: 4, generations: both },
  { family: "Dadsv5", pattern: "D#ads_v5", vCpus: common, gibPerVCpu: 4, generations: both, localOsDisk: temporaryV5 },
  {
    family: "Dpsv5",
    pattern: "D#ps_v5",
    vCpus: [2, 4, 8, 16, 32, 48, 64],
    gibPerVCpu: 4,
    generations: [2],
    architecture: "arm64",
    memoryGiB: { 64: 208 },
  },
  { family: "Dsv6", pattern: "D#s_v6", vCpus: [...common, 128, 192], gibPerVCpu: 4, generations: [2] },
  {
    family: "Ddsv6",
    pattern: "D#ds_v6",
    vCpus: [...common, 128],
    gibPerVCpu: 4,
    generations: [2],
    localOsDisk: temporaryV6,
  },
  { family: "Dasv6", pattern: "D#as_v6", vCpus: common, gibPerVCpu: 4, generations: [2] },
  { family: "Dadsv6", pattern: "D#ads_v6", vCpus: common, gibPerVCpu: 4, generations: [2], localOsDisk: temporaryV6 },
  {
    family: "Esv5",
    pattern: "E#s_v5",
    vCpus: [2, 4, 8, 16, 20, 32, 48, 64, 96],
    gibPerVCpu: 8,
    generations: both,
    memoryGiB: { 96: 672 },
  },
  {
    family: "Edsv5",
    pattern: "E#ds_v5",
    vCpus: [2, 4, 8, 16, 20, 32, 48, 64, 96],
    gibPerVCpu: 8,
    generations: both,
    localOsDisk: temporaryV5,
    memoryGiB: { 96: 672 },
  },
  { family: "Fsv2", pattern: "F#s_v2", vCpus: [2, 4, 8, 16, 32, 48, 64, 72], gibPerVCpu: 2, generations: both },
];

/** The DSv2 series counts in its own way. */
const dsv2Sizes: readonly VmSize[] = [1, 2, 3, 4, 5].map((step) => ({
  name: `Standard_DS${step}_v2`,
  family: "DSv2",
  vCpus: 2 ** (step - 1),
  memoryGiB: 3.5 * 2 ** (step - 1),
  generations: [1],
  architecture: "amd64",
  burstable: false,
  localOsDiskGiB: 0,
}));

const sizes = new Map([...series.flatMap(sizesOf), ...dsv2Sizes].map((size) => [size.name.toLowerCase(), size]));

function sizesOf({ family, pattern, vCpus, gibPerVCpu, ...rest }: Series): VmSize[] {
  return vCpus.map((count) => ({
    name: `Standard_${pattern.replace("#", String(count))}`,
    family,
    vCpus: count,
    memoryGiB: rest.memoryGiB?.[count] ?? count * gibPerVCpu,
    generations: rest.generations,
    architecture: rest.architecture ?? "amd64",
    burstable: rest.burstable ?? false,
    localOsDiskGiB: Math.min(
      Math.floor(count * (rest.localOsDisk?.gibPerVCpu ?? 0)),
      rest.localOsDisk?.most ?? Infinity,
    ),
  }));
}

/** The size of that name, whatever its case; absent when the table does not know it, which says nothing about Azure. */
export function vmSizeOf(name: string): VmSize | undefined {
  return sizes.get(name.toLowerCase());
}

/** All sizes of the table. */
export function knownVmSizes(): readonly VmSize[] {
  return [...sizes.values()];
}
