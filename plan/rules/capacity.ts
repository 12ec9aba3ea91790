import { parseCpu } from "../quantity";
import { vmSizeOf } from "../vmSizes";
import { isWindows } from "../windowsVersions";
import { everyClass, everyGeneration, type Rule } from "./rule";

/** Below it Windows agents are evicted at start or at the first large checkout (kubernetes/kubernetes#83038, clemlesne/blue-agent#248). */
const leastWindowsStorageGiB = 16;

export const capacityRules: readonly Rule[] = [
  {
    code: "cpu-form",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ resources }, path) => {
        if (parseCpu(resources.cpu) !== undefined) return [];
        return [
          {
            path: `${path}.resources.cpu`,
            message: `"${resources.cpu}" is no processor share.`,
            remedy: "Write cores (2, 0.5) or thousandths of one (500m), not finer than a thousandth.",
          },
        ];
      }),
  },
  {
    code: "agent-larger-than-node",
    severity: "refusal",
    check: (input) =>
      everyGeneration(input, ({ agentClass: { resources }, vmSize, paths }) => {
        const size = vmSizeOf(vmSize);
        if (!size) return [];
        const cpu = parseCpu(resources.cpu) ?? 0;
        const related = [paths.vmSize];
        // A node that is filled to the brim by one agent has no room for its own services.
        const remedy = `Ask for less than ${size.name} has (${size.vCpus} vCPUs, ${size.memoryGiB} GiB), or take a larger size.`;
        return [
          cpu >= size.vCpus
            ? {
                path: `${paths.agentClass}.resources.cpu`,
                related,
                message: `An agent asks for ${resources.cpu} cores and its node has ${size.vCpus}, of which the node itself needs a part: no agent would ever start.`,
                remedy,
              }
            : undefined,
          resources.memoryMiB >= size.memoryGiB * 1024
            ? {
                path: `${paths.agentClass}.resources.memoryMiB`,
                related,
                message: `An agent asks for ${resources.memoryMiB} MiB and its node has ${size.memoryGiB * 1024}, of which the node itself needs a part: no agent would ever start.`,
                remedy,
              }
            : undefined,
        ];
      }),
  },
  {
    code: "replicas-do-not-fit",
    severity: "refusal",
    check: (input) =>
      everyGeneration(input, ({ agentClass: { resources, nodes, maxPods }, replicas, vmSize, paths }) => {
        const size = vmSizeOf(vmSize);
        const cpu = parseCpu(resources.cpu);
        if (!size || cpu === undefined || cpu >= size.vCpus || resources.memoryMiB >= size.memoryGiB * 1024) return [];
        const perNode = Math.min(
          Math.floor(size.vCpus / cpu),
          Math.floor((size.memoryGiB * 1024) / resources.memoryMiB),
          maxPods ?? Infinity,
        );
        const most = perNode * nodes.max;
        if (replicas <= most) return [];
        return [
          {
            path: paths.replicas,
            related: [paths.vmSize, `${paths.agentClass}.nodes`, `${paths.agentClass}.resources`],
            message: `${replicas} agents do not fit: ${nodes.max} nodes of ${size.name} hold at most ${perNode} each, ${most} together. The Deployment would never be ready.`,
            remedy: `Raise nodes.max to ${Math.ceil(replicas / perNode)} or more, lower replicas, or take a larger size.`,
          },
        ];
      }),
  },
  {
    // F124
    code: "ephemeral-storage-windows",
    severity: "warning",
    check: (input) =>
      everyGeneration(input, ({ os, agentClass: { ephemeralStorageGiB }, paths }) => {
        if (ephemeralStorageGiB === undefined || ephemeralStorageGiB >= leastWindowsStorageGiB || !isWindows(os))
          return [];
        return [
          {
            path: `${paths.agentClass}.ephemeralStorageGiB`,
            related: [paths.os],
            message: `Windows layers and work folders outgrow ${ephemeralStorageGiB} GiB, and the kubelet then evicts the agent, often at its first checkout.`,
            remedy: `Use ${leastWindowsStorageGiB} or more, or leave the limit out.`,
          },
        ];
      }),
  },
  {
    code: "ephemeral-storage-disk",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ ephemeralStorageGiB, osDiskGiB }, path) => {
        if (ephemeralStorageGiB === undefined || ephemeralStorageGiB < osDiskGiB) return [];
        return [
          {
            path: `${path}.ephemeralStorageGiB`,
            related: [`${path}.osDiskGiB`],
            message: `An agent asks for ${ephemeralStorageGiB} GiB of a node's disk of ${osDiskGiB} GiB, which holds the node's own image too: no agent would ever start.`,
            remedy: "Ask for less, or raise osDiskGiB.",
          },
        ];
      }),
  },
];
