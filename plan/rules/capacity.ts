import type { Generation } from "../generations";
import { roomOn } from "../nodeRoom";
import { parseCpu } from "../quantity";
import { isWindows } from "../windowsVersions";
import { everyClass, everyGeneration, type Complaint, type Rule } from "./rule";

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
      everyGeneration(input, (generation) => {
        const { agentClass, paths } = generation;
        const room = roomOn(generation, input.settings);
        if (!room) return [];
        const { size, allocatable } = room;
        const { cpu, memoryMiB } = agentClass.resources;
        const complain = (key: string, asked: string, left: string): Complaint => ({
          path: `${paths.agentClass}.resources.${key}`,
          related: [paths.vmSize],
          message: `An agent asks for ${asked}, and of ${size.name} (${size.vCpus} vCPUs, ${size.memoryGiB} GiB) AKS leaves ${left} for pods: no agent would ever start.`,
          remedy: "Ask for less, or take a larger size.",
        });
        return [
          (parseCpu(cpu) ?? 0) > allocatable.cpu
            ? complain("cpu", `${cpu} cores`, `${allocatable.cpu.toFixed(2)} cores`)
            : undefined,
          memoryMiB > allocatable.memoryMiB
            ? complain("memoryMiB", `${memoryMiB} MiB`, `${Math.floor(allocatable.memoryMiB)} MiB`)
            : undefined,
        ];
      }),
  },
  {
    code: "replicas-do-not-fit",
    severity: "refusal",
    check: (input) =>
      everyGeneration(input, (generation) => {
        const { agentClass, replicas, paths } = generation;
        const room = roomOn(generation, input.settings);
        if (!room || room.most === 0) return [];
        const most = room.most * agentClass.nodes.max;
        if (replicas <= most) return [];
        return [
          {
            path: paths.replicas,
            related: placesOf(generation),
            message: `${replicas} agents do not fit: ${agentClass.nodes.max} nodes of ${room.size.name} hold at most ${room.most} each, ${most} together. The Deployment would never be ready.`,
            remedy: `Raise nodes.max to ${Math.ceil(replicas / room.most)} or more, lower replicas, or take a larger size.`,
          },
        ];
      }),
  },
  {
    code: "replicas-may-not-fit",
    severity: "warning",
    check: (input) =>
      everyGeneration(input, (generation) => {
        const { agentClass, replicas, paths } = generation;
        const room = roomOn(generation, input.settings);
        if (!room || replicas > room.most * agentClass.nodes.max || replicas <= room.least * agentClass.nodes.max)
          return [];
        return [
          {
            path: paths.replicas,
            related: placesOf(generation),
            message: `${replicas} agents fit on ${agentClass.nodes.max} nodes of ${room.size.name} only if the services on each node leave room; surely ${room.least * agentClass.nodes.max} do.`,
            remedy: "Raise nodes.max, ask for less in resources, or take a larger size.",
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

function placesOf({ paths }: Generation): readonly string[] {
  return [paths.vmSize, `${paths.agentClass}.nodes`, `${paths.agentClass}.resources`, "cluster.network"];
}
