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

/** OS disk by cores when the pool does not say (aks-docs concepts-storage.md 2026-07-30, managed disks). */
const defaultDisks: readonly (readonly [cores: number, diskGiB: number])[] = [
  [7, 128],
  [15, 256],
  [63, 512],
  [Infinity, 1024],
];
/** kubelet keeps a tenth of the file system free (its default eviction threshold nodefs.available<10%). */
const USABLE_DISK_SHARE = 0.9;

type DiskAndPods = Pick<NodePoolSpec, "maxPods" | "osDiskGiB">;

/** What the machine has. */
export function nodeCapacity(size: VmSize, pool: DiskAndPods): ResourceList {
  return {
    cpu: String(size.cores),
    memory: `${size.memoryMiB * 1024}Ki`,
    "ephemeral-storage": `${diskGiB(size, pool) * 1024 * 1024}Ki`,
    pods: String(pool.maxPods),
  };
}

/** What AKS leaves of it for pods. */
export function nodeAllocatable(size: VmSize, pool: DiskAndPods & Pick<NodePoolSpec, "osType">): ResourceList {
  const reserved = Math.min(
    RESERVED_MIB_PER_POD * pool.maxPods + RESERVED_MIB,
    Math.floor(size.memoryMiB * LARGEST_RESERVED_SHARE),
  );
  const system = pool.osType === "Windows" ? WINDOWS_RESERVED_MIB : 0;
  return {
    cpu: `${size.cores * 1000 - reservedCpu(size.cores)}m`,
    memory: `${(size.memoryMiB - reserved - EVICTION_THRESHOLD_MIB - system) * 1024}Ki`,
    "ephemeral-storage": String(Math.floor(diskGiB(size, pool) * 1024 ** 3 * USABLE_DISK_SHARE)),
    pods: String(pool.maxPods),
  };
}

function diskGiB({ cores }: VmSize, { osDiskGiB = 0 }: DiskAndPods): number {
  const [, byDefault] = defaultDisks.find(([upTo]) => cores <= upTo) ?? [Infinity, 1024];
  return osDiskGiB === 0 ? byDefault : osDiskGiB;
}

function reservedCpu(cores: number): number {
  const [, millicores] = reservedMillicores.find(([upTo]) => cores <= upTo) ?? [64, 740];
  return millicores;
}
