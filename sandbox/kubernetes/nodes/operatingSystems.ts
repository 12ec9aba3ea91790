import { minor, parse } from "semver";
import type { NodePoolSpec } from "../clusterRuntime";

/** What a node says about its operating system. */
export interface OperatingSystem {
  readonly osImage: string;
  readonly kernelVersion: string;
  readonly containerRuntimeVersion: string;
  /** The version behind a moving name: "Ubuntu" means one release or the other, depending on the Kubernetes version. */
  readonly effectiveSku: string;
  /** major.minor.build, Windows only: the value of the label node.kubernetes.io/windows-build. */
  readonly windowsBuild?: string;
}

/** Builds: virtualization-documentation base-image-lifecycle.md 2025-07-15. Revisions: AKS release notes 2026-07-17. */
const windows: Readonly<Record<string, OperatingSystem>> = {
  Windows2022: {
    osImage: "Windows Server 2022 Datacenter",
    kernelVersion: "10.0.20348.5386",
    containerRuntimeVersion: "containerd://2.0.4+azure",
    effectiveSku: "Windows2022",
    windowsBuild: "10.0.20348",
  },
  Windows2025: {
    osImage: "Windows Server 2025 Datacenter",
    kernelVersion: "10.0.26100.33158",
    containerRuntimeVersion: "containerd://2.0.4+azure",
    effectiveSku: "Windows2025",
    windowsBuild: "10.0.26100",
  },
};

const linux = {
  Ubuntu2204: {
    osImage: "Ubuntu 22.04.5 LTS",
    kernelVersion: "5.15.0-1103-azure",
    containerRuntimeVersion: "containerd://1.7.30-2",
    effectiveSku: "Ubuntu2204",
  },
  Ubuntu2404: {
    osImage: "Ubuntu 24.04.3 LTS",
    kernelVersion: "6.8.0-1044-azure",
    containerRuntimeVersion: "containerd://2.0.7-2",
    effectiveSku: "Ubuntu2404",
  },
  AzureLinux3: {
    osImage: "Microsoft Azure Linux 3.0",
    kernelVersion: "6.6.121.1-1.azl3",
    containerRuntimeVersion: "containerd://2.0.0",
    effectiveSku: "AzureLinux",
  },
} as const satisfies Record<string, OperatingSystem>;

/** "Ubuntu" is 22.04 up to Kubernetes 1.34 and 24.04 from 1.35 on (aks-docs upgrade-os-version.md 2026-07-13). */
const FIRST_MINOR_WITH_UBUNTU_2404 = 35;

/** @throws Error when no node can have that SKU. */
export function operatingSystem(
  pool: Pick<NodePoolSpec, "osType" | "osSku" | "kubernetesVersion" | "nodeImageVersion">,
): OperatingSystem {
  const known = pool.osType === "Windows" ? windows[pool.osSku] : linuxSystem(pool.osSku, pool.kubernetesVersion);
  if (known === undefined) {
    throw new Error(`The sandbox has no ${pool.osType} nodes with osSKU ${pool.osSku}.`);
  }
  return { ...known, kernelVersion: windowsRevision(pool.nodeImageVersion) ?? known.kernelVersion };
}

function linuxSystem(osSku: string, kubernetesVersion: string): OperatingSystem | undefined {
  const version = parse(kubernetesVersion);
  const ubuntu = version !== null && minor(version) < FIRST_MINOR_WITH_UBUNTU_2404 ? "Ubuntu2204" : "Ubuntu2404";
  const table: Readonly<Record<string, OperatingSystem>> = {
    ...linux,
    Ubuntu: linux[ubuntu],
    AzureLinux: linux.AzureLinux3,
  };
  return table[osSku];
}

/** A Windows node image's name ends with build, revision and date: "AKSWindows-2022-containerd-20348.5386.260715". */
function windowsRevision(nodeImageVersion: string): string | undefined {
  const [, build, revision] = /^AKSWindows-.*-(\d{5})\.(\d+)\.\d+$/.exec(nodeImageVersion) ?? [];
  return build === undefined ? undefined : `10.0.${build}.${revision}`;
}
