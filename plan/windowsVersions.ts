import type { AgentOs } from "./fleetPlan";

export type WindowsOs = Exclude<AgentOs, "linux">;

/** A Windows Server version as AKS node. */
export interface WindowsVersion {
  readonly osSku: string;
  /** `major.minor.build` of the kernel; container images are bound to it. */
  readonly build: string;
  /** Tag of the matching base images (`servercore`, `nanoserver`). */
  readonly imageTag: string;
  /** Tags of the base images that run on such a node under process isolation, the matching one first. */
  readonly runsImageTags: readonly string[];
  /** Generation of the virtual machines that AKS makes for it when no request header says otherwise. */
  readonly vmGeneration: 1 | 2;
  /** Whether AKS refuses a pool that does not ask for FIPS. */
  readonly requiresFips: boolean;
  /** Which AKS API knows `osSku`. */
  readonly aksApi: "default" | "v20260201";
  /** First and last Kubernetes minor; absent: none known. */
  readonly kubernetes: { readonly first: number; readonly last?: number };
  /** Day from which AKS makes no new pools, YYYY-MM-DD. */
  readonly retirement?: string;
  /** Day from which the node images are gone, so that pools no longer scale, YYYY-MM-DD. */
  readonly imagesRemoved?: string;
  /** Size of the node's own disk image in GiB. */
  readonly nodeImageGiB: number;
  /** Source of the version ranges and dates. */
  readonly source: string;
  /** Source of everything else. */
  readonly furtherSource: string;
  readonly checked: string;
}

export const windowsVersions: Readonly<Record<WindowsOs, WindowsVersion>> = {
  windows2022: {
    osSku: "Windows2022",
    build: "10.0.20348",
    imageTag: "ltsc2022",
    runsImageTags: ["ltsc2022"],
    vmGeneration: 1,
    requiresFips: false,
    aksApi: "default",
    kubernetes: { first: 23, last: 36 },
    retirement: "2028-06-30",
    imagesRemoved: "2029-06-30",
    nodeImageGiB: 35,
    source: "azure-aks-docs upgrade-os-version.md 2026-07-13, includes/windows-server-2022-retirement.md 2026-06-09",
    furtherSource:
      "azure-aks-docs generation-2-vms.md 2025-08-05; virtualization-documentation version-compatibility.md 2025-01-23; AgentBaker windows packer files 2026-08",
    checked: "2026-11-30",
  },
  windows2025: {
    osSku: "Windows2025",
    build: "10.0.26100",
    imageTag: "ltsc2025",
    runsImageTags: ["ltsc2025", "ltsc2022"],
    vmGeneration: 2,
    requiresFips: true,
    aksApi: "v20260201",
    kubernetes: { first: 32 },
    nodeImageGiB: 45,
    source: "azure-aks-docs upgrade-os-version.md 2026-07-13",
    furtherSource:
      "azure-rest-api-specs containerservice 2026-02-01 OSSKU; azure-cli-extensions PR 10255 (FIPS); azure-aks-docs generation-2-vms.md 2025-08-05; AgentBaker windows packer files 2026-08",
    checked: "2026-11-30",
  },
};

/** Windows versions that AKS has given up, with what people may still write for them. */
export const retiredWindowsVersions: readonly {
  readonly spelling: RegExp;
  readonly name: string;
  readonly imageTag: string;
  readonly retired: string;
  readonly source: string;
}[] = [
  {
    spelling: /2019/,
    name: "Windows Server 2019",
    imageTag: "ltsc2019",
    retired: "2026-03-01",
    source: "azure-aks-docs includes/windows-server-2019-retirement.md 2026-01-14",
  },
  {
    spelling: /annual|23h2/i,
    name: "Windows Server Annual Channel",
    imageTag: "23H2",
    retired: "2026-05-15",
    source: "azure-aks-docs includes/windows-annual-channel-retirement.md",
  },
];

export function isWindows(os: AgentOs): os is WindowsOs {
  return os !== "linux";
}
