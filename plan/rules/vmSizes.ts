import { isWindows, windowsVersions } from "../windowsVersions";
import { knownVmSizes, vmSizeOf, type VmSize } from "../vmSizes";
import { everyGeneration, type Rule } from "./rule";

/** Below it a Windows node has little room for images and work folders (azure-aks-docs concepts-storage.md recommends more still). */
const roomyWindowsDiskGiB = 100;
const smallestLocalDiskGiB = 64;

export const vmSizeRules: readonly Rule[] = [
  {
    code: "vm-size-form",
    severity: "refusal",
    check: (input) =>
      everyGeneration(input, ({ vmSize, paths }) => {
        if (isSizeName(vmSize)) return [];
        return [
          {
            path: paths.vmSize,
            message: `"${vmSize}" is no VM size.`,
            remedy: "Write the full name, such as Standard_D4s_v5.",
          },
        ];
      }),
  },
  {
    code: "vm-size-unknown",
    severity: "warning",
    check: (input) =>
      everyGeneration(input, ({ vmSize, paths }) => {
        if (!isSizeName(vmSize) || vmSizeOf(vmSize)) return [];
        return [
          {
            path: paths.vmSize,
            message: `${vmSize} is not in this program's table, so memory, generation, quota and disk cannot be checked.`,
            remedy:
              "Make sure that `az vm list-skus --size` shows it in your region, with the generation that the operating system needs.",
          },
        ];
      }),
  },
  {
    code: "vm-size-architecture",
    severity: "refusal",
    check: (input) =>
      everyGeneration(input, ({ vmSize, os, paths }) => {
        const arm = vmSizeOf(vmSize)?.architecture === "arm64" || /^Standard_[A-Z]+\d+[a-z]*p/.test(vmSize);
        if (!arm || !isWindows(os)) return [];
        return [
          {
            path: paths.vmSize,
            related: [paths.os],
            message: `${vmSize} has Arm64 processors, on which AKS has no Windows nodes.`,
            remedy: `Use an x64 size, such as ${example(os, vmSizeOf(vmSize)?.vCpus)}.`,
          },
        ];
      }),
  },
  {
    code: "vm-size-generation",
    severity: "refusal",
    check: (input) =>
      everyGeneration(input, ({ vmSize, os, paths }) => {
        const size = vmSizeOf(vmSize);
        if (!size || !isWindows(os) || size.architecture === "arm64") return [];
        const { osSku, vmGeneration } = windowsVersions[os];
        // The other way round AKS falls back to a generation 1 image by itself (azure-aks-docs aks-virtual-machine-sizes.md).
        if (vmGeneration === 2 || size.generations.includes(1)) return [];
        return [
          {
            path: paths.vmSize,
            related: [paths.os],
            message: `${size.name} has generation 2 virtual machines only, and AKS starts ${osSku} from a generation 1 image unless a request header says otherwise, which Pulumi cannot send.`,
            remedy: `Use a size that has generation 1 too, such as ${example(os, size.vCpus)}, or windows2025.`,
          },
        ];
      }),
  },
  {
    code: "vm-size-too-small",
    severity: "refusal",
    check: (input) =>
      everyGeneration(input, ({ vmSize, os, paths }) => {
        const size = vmSizeOf(vmSize);
        if (!size || (size.vCpus >= 2 && size.memoryGiB >= 2)) return [];
        return [
          {
            path: paths.vmSize,
            message: `${size.name} has ${size.vCpus} vCPU and ${size.memoryGiB} GiB; AKS node pools need at least 2 vCPUs and 2 GiB (azure-aks-docs quotas-skus-regions.md 2026-08-03).`,
            remedy: `Use at least ${example(os, 2)}.`,
          },
        ];
      }),
  },
  {
    code: "vm-size-small-windows",
    severity: "warning",
    check: (input) =>
      everyGeneration(input, ({ vmSize, os, paths }) => {
        const size = vmSizeOf(vmSize);
        if (!size || !isWindows(os) || size.vCpus < 2 || size.memoryGiB < 2) return [];
        if (size.vCpus >= 4 && size.memoryGiB >= 8) return [];
        return [
          {
            path: paths.vmSize,
            related: [paths.os],
            message: `${size.name} has ${size.vCpus} vCPUs and ${size.memoryGiB} GiB, of which Windows and the node's own services take a good part.`,
            remedy: `Use 4 vCPUs or more, such as ${example(os, 4)} (azure-aks-docs windows-containerd.md).`,
          },
        ];
      }),
  },
  {
    code: "os-disk-too-small",
    severity: "refusal",
    check: (input) =>
      everyGeneration(input, ({ os, agentClass, paths }) => {
        if (!isWindows(os)) return [];
        const { nodeImageGiB, osSku } = windowsVersions[os];
        if (agentClass.osDiskGiB >= nodeImageGiB) return [];
        return [
          {
            path: `${paths.agentClass}.osDiskGiB`,
            related: [paths.os],
            message: `The node image of ${osSku} alone needs about ${nodeImageGiB} GiB, and the disk has ${agentClass.osDiskGiB}.`,
            remedy: "Use 128 GiB or more: container images and the nodes' logs lie on it too.",
          },
        ];
      }),
  },
  {
    code: "os-disk-small",
    severity: "warning",
    check: (input) =>
      everyGeneration(input, ({ os, agentClass: { osDiskGiB }, paths }) => {
        if (!isWindows(os) || osDiskGiB < windowsVersions[os].nodeImageGiB || osDiskGiB >= roomyWindowsDiskGiB)
          return [];
        return [
          {
            path: `${paths.agentClass}.osDiskGiB`,
            related: [paths.os],
            message: `Of ${osDiskGiB} GiB the node image takes ${windowsVersions[os].nodeImageGiB}; Windows agent images and work folders fill the rest quickly.`,
            remedy: "Use 128 GiB or more. The size cannot be changed later without a new node pool.",
          },
        ];
      }),
  },
  {
    code: "os-disk-not-local",
    severity: "warning",
    check: (input) =>
      everyGeneration(input, ({ vmSize, agentClass: { osDiskGiB }, paths }) => {
        const size = vmSizeOf(vmSize);
        if (!size || size.localOsDiskGiB < smallestLocalDiskGiB || osDiskGiB <= size.localOsDiskGiB) return [];
        return [
          {
            path: `${paths.agentClass}.osDiskGiB`,
            related: [paths.vmSize],
            message: `${size.name} can hold a disk of ${size.localOsDiskGiB} GiB on the host itself; with ${osDiskGiB} GiB AKS uses a remote disk, which is slower and is paid for.`,
            remedy: `Set osDiskGiB to ${size.localOsDiskGiB} or less, or take a size with more local storage.`,
          },
        ];
      }),
  },
];

export function isSizeName(name: string): boolean {
  return /^Standard_[A-Za-z]+\d+[A-Za-z0-9_-]*$/.test(name);
}

/** A size of the newest fitting general-purpose series with at least that many vCPUs. */
function example(os: keyof typeof windowsVersions | "linux", vCpus = 4): string {
  const fitting = (size: VmSize) =>
    size.family === "Dsv5" &&
    size.vCpus >= vCpus &&
    (!isWindows(os) || size.generations.includes(windowsVersions[os].vmGeneration));
  return knownVmSizes().find(fitting)?.name ?? "Standard_D4s_v5";
}
