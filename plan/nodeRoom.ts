import type { Generation } from "./generations";
import { isOverlay } from "./planCluster";
import { pruningCpu, pruningMiB } from "./pruning";
import { parseCpu } from "./quantity";
import type { Settings } from "./settings";
import { vmSizeOf, type VmSize } from "./vmSizes";
import { isWindows } from "./windowsVersions";

/** What AKS leaves of a node for pods. */
export interface Allocatable {
  readonly cpu: number;
  readonly memoryMiB: number;
}

/** How many agents one node holds. */
export interface NodeRoom {
  readonly size: VmSize;
  readonly allocatable: Allocatable;
  /** At most, by what AKS publishes. */
  readonly most: number;
  /** Surely, with room for the services that run on every node and for the job that prunes agents. */
  readonly least: number;
}

/** Processor share that AKS keeps for itself, by vCPUs (azure-aks-docs node-resource-reservations.md 2024-04-16). */
const reservedCpu: readonly (readonly [upTo: number, cores: number])[] = [
  [1, 0.06],
  [2, 0.1],
  [4, 0.14],
  [8, 0.18],
  [16, 0.26],
  [32, 0.42],
  [Infinity, 0.74],
];
/** The same page: 20 MB for each pod and 50 MB, at most a quarter; then the threshold of eviction. */
const reservedMiBPerPod = 20;
const reservedMiB = 50;
const evictionMiB = 100;
/** The same page: for the system's own processes on Windows. */
const windowsMiB = 2048;
/** Allowance for what runs on every node (network, storage, identity, monitoring); AKS publishes no sum. */
const nodeServices = { cpu: 0.4, memoryMiB: 700 };

/** Pods of a node where the configuration does not say (azure-aks-docs concepts-network-ip-address-planning.md). */
const defaultMaxPods = { overlay: 250, kubenet: 110, subnet: 30 } as const;

/** Room on the nodes of one generation; absent when size or request cannot be read. */
export function roomOn({ agentClass, os, vmSize }: Generation, { cluster }: Settings): NodeRoom | undefined {
  const size = vmSizeOf(vmSize);
  const cpu = parseCpu(agentClass.resources.cpu);
  if (!size || cpu === undefined) return undefined;
  const { network } = cluster;
  const mode = isOverlay(network) ? "overlay" : network.plugin === "kubenet" ? "kubenet" : "subnet";
  const maxPods = agentClass.maxPods ?? defaultMaxPods[mode];
  const allocatable = allocatableOf(size, isWindows(os), maxPods);
  const fit = (room: Allocatable) =>
    Math.max(
      0,
      Math.min(Math.floor(room.cpu / cpu), Math.floor(room.memoryMiB / agentClass.resources.memoryMiB), maxPods),
    );
  return {
    size,
    allocatable,
    most: fit(allocatable),
    least: fit({
      cpu: allocatable.cpu - nodeServices.cpu - pruningCpu,
      memoryMiB: allocatable.memoryMiB - nodeServices.memoryMiB - pruningMiB[isWindows(os) ? "Windows" : "Linux"],
    }),
  };
}

export function allocatableOf({ vCpus, memoryGiB }: VmSize, windows: boolean, maxPods: number): Allocatable {
  const [, cores] = reservedCpu.find(([upTo]) => vCpus <= upTo) ?? [Infinity, 0.74];
  const memoryMiB = memoryGiB * 1024;
  const reserved = Math.min(reservedMiBPerPod * maxPods + reservedMiB, Math.floor(memoryMiB / 4));
  return {
    cpu: vCpus - cores,
    memoryMiB: memoryMiB - reserved - evictionMiB - (windows ? windowsMiB : 0),
  };
}
