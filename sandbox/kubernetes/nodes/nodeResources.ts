import type { NodePoolSpec } from "../clusterRuntime";
import type { VmSize } from "./vmSizes";

/** Quantities by resource name, as Kubernetes writes them. */
export type ResourceList = Readonly<Record<string, string>>;

/** kube-reserved CPU by cores (aks-docs node-resource-reservations.md 2024-04-16). */
const reservedMillicores: readonly (readonly [cores: number, millicores: number])[] = [
  [1, 60],
  [2, 100],
  [4, 140],
  [8, 180],
  [16, 260],
  [32, 420],
  [64, 740],
];

/** The same page: 20 MB for each possible pod and 50 MB, but never more than a quarter; then the eviction threshold. */
const RESERVED_MIB_PER_POD = 20;
const RESERVED_MIB = 50;
const LARGEST_RESERVED_SHARE = 0.25;
const EVICTION_THRESHOLD_MIB = 100;
/** The same page: kept for the system's own processes on Windows nodes. */
const WINDOWS_RESERVED_MIB = 2048;

/** Size of the OS disk when the pool does not say: AKS's default for sizes of up to 7 cores (aks-docs concepts-storage.md 2026-07-30). */
const DEFAULT_OS_DISK_GIB = 128;
/** kubelet keeps a tenth of the file system free (its default eviction threshold nodefs.available<10%). */
const USABLE_DISK_SHARE = 0.9;

/** What the machine has. */
export function nodeCapacity(size: VmSize, pool: Pick<NodePoolSpec, "maxPods">): ResourceList {
  return {
    cpu: String(size.cores),
    memory: `${size.memoryMiB * 1024}Ki`,
    "ephemeral-storage": `${DEFAULT_OS_DISK_GIB * 1024 * 1024}Ki`,
    pods: String(pool.maxPods),
  };
}

/** What AKS leaves of it for pods. */
export function nodeAllocatable(size: VmSize, pool: Pick<NodePoolSpec, "maxPods" | "osType">): ResourceList {
  const reserved = Math.min(
    RESERVED_MIB_PER_POD * pool.maxPods + RESERVED_MIB,
    Math.floor(size.memoryMiB * LARGEST_RESERVED_SHARE),
  );
  const system = pool.osType === "Windows" ? WINDOWS_RESERVED_MIB : 0;
  return {
    cpu: `${size.cores * 1000 - reservedCpu(size.cores)}m`,
    memory: `${(size.memoryMiB - reserved - EVICTION_THRESHOLD_MIB - system) * 1024}Ki`,
    "ephemeral-storage": String(Math.floor(DEFAULT_OS_DISK_GIB * 1024 ** 3 * USABLE_DISK_SHARE)),
    pods: String(pool.maxPods),
  };
}

function reservedCpu(cores: number): number {
  const [, millicores] = reservedMillicores.find(([upTo]) => cores <= upTo) ?? [64, 740];
  return millicores;
}
