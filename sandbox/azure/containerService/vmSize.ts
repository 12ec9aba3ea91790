/** What a VM size's name tells. Source: learn.microsoft.com azure/virtual-machines/vm-naming-conventions. */
export interface VmSize {
  readonly family: string;
  readonly vCpus: number;
  readonly arm64: boolean;
  readonly burstable: boolean;
  readonly memoryGiB: number;
}

/** GiB of memory per vCPU, by family; D unless listed. B sizes vary: B1s 1 GiB, B2s 4 GiB, B2ms 8 GiB. */
const memoryPerCpu: Readonly<Record<string, number>> = { F: 2, E: 8, M: 14, B: 2, A: 2, L: 8, N: 4 };

/** DSv2 and Dv2 number their sizes instead of counting vCPUs. */
const numbered: Readonly<Record<string, number>> = { "1": 1, "2": 2, "3": 4, "4": 8, "5": 16 };

const pattern = /^Standard_([A-Z]+)(\d+)(?:-(\d+))?([a-z]*)((?:_[A-Za-z0-9]+)*)$/;

/** Undefined when the name is not one of a VM size. */
export function parseVmSize(name: string): VmSize | undefined {
  const match = pattern.exec(name);
  if (match === null) {
    return undefined;
  }
  const [, family = "", number = "", , features = "", suffix = ""] = match;
  const generationTwo = /^DS?$/.test(family) && /_v2/.test(suffix) && features === "";
  const vCpus = (generationTwo ? numbered[number] : undefined) ?? Number(number);
  const perCpu = memoryPerCpu[family.charAt(0)] ?? 4;
  return {
    family,
    vCpus,
    arm64: features.includes("p"),
    burstable: family === "B",
    memoryGiB: vCpus * (features.includes("l") ? 2 : generationTwo ? 3.5 : perCpu),
  };
}
