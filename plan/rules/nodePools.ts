import { nodePoolName, systemPoolName } from "../names";
import { isWindows } from "../windowsVersions";
import { everyClass, everyGeneration, type Complaint, type Rule } from "./rule";

/** AKS limits node pool names to 6 characters on Windows and 12 on Linux (azure-aks-docs create-node-pools.md 2026-07-13). */
const longestPoolName = { windows: 6, linux: 12 } as const;
/** Node pools of one cluster (azure-docs container-service-limits). */
const mostPools = 100;

export const nodePoolRules: readonly Rule[] = [
  {
    code: "agents-empty",
    severity: "refusal",
    check: ({ settings }) =>
      settings.agents.length > 0
        ? []
        : [
            {
              path: "agents",
              message: "There is no agent class, so the fleet would have no agent.",
              remedy: "Name at least one, with name and os.",
            },
          ],
  },
  {
    code: "agent-class-name",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ name }, path) => {
        if (/^[a-z][a-z0-9]*$/.test(name)) return [];
        return [
          {
            path: `${path}.name`,
            message: `"${name}" cannot be part of a node pool name.`,
            remedy: `Use lower-case letters and digits, a letter first${suggestion(name)}.`,
          },
        ];
      }),
  },
  {
    // F54
    code: "node-pool-name-length",
    severity: "refusal",
    check: (input) =>
      everyGeneration(input, ({ agentClass: { name }, os, letter, paths }) => {
        const system = isWindows(os) ? "windows" : "linux";
        const longest = longestPoolName[system] - 1;
        if (name.length <= longest || letter.length !== 1) return [];
        return [
          {
            path: `${paths.agentClass}.name`,
            related: [paths.os],
            message: `"${name}" has ${name.length} characters; with the generation letter the node pool would be "${nodePoolName(name, letter)}", and AKS allows ${longestPoolName[system]} characters on ${system === "windows" ? "Windows" : "Linux"}.`,
            remedy: `Use at most ${longest} characters, such as "${name.slice(0, longest)}".`,
          },
        ];
      }),
  },
  {
    code: "agent-class-duplicate",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ name }, path, index) => {
        const first = input.settings.agents.findIndex((other) => other.name === name);
        if (first === index) return [];
        return [
          {
            path: `${path}.name`,
            related: [`agents[${first}].name`],
            message: `agents[${first}] is called "${name}" too: node pool, agent pool, namespace and agents would collide.`,
            remedy: "Give each agent class a name of its own.",
          },
        ];
      }),
  },
  {
    code: "generation-form",
    severity: "refusal",
    check: (input) =>
      everyGeneration(input, ({ letter, paths }) => {
        if (/^[a-z]$/.test(letter)) return [];
        return [
          {
            path: paths.letter,
            message: `"${letter}" is no generation.`,
            remedy: "Use one lower-case letter: it becomes the last character of the node pool's name.",
          },
        ];
      }),
  },
  {
    code: "generation-same",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ generation, previous }, path) => {
        if (previous?.generation !== generation) return [];
        const next = String.fromCharCode(((generation.charCodeAt(0) - 96) % 26) + 97);
        return [
          {
            path: `${path}.previous.generation`,
            related: [`${path}.generation`],
            message: `Both generations have the letter "${generation}", so both would be the same node pool.`,
            remedy: `Give the new one another letter: generation: ${next}.`,
          },
        ];
      }),
  },
  {
    code: "node-pool-name-taken",
    severity: "refusal",
    check: (input) =>
      everyGeneration(input, ({ agentClass: { name }, letter, paths }) => {
        if (nodePoolName(name, letter) !== systemPoolName) return [];
        return [
          {
            path: paths.letter,
            related: [`${paths.agentClass}.name`],
            message: `"${name}" and the letter "${letter}" make "${systemPoolName}", which is the system pool's name.`,
            remedy: "Use another letter or another name.",
          },
        ];
      }),
  },
  {
    code: "node-counts",
    severity: "refusal",
    check: (input) => [
      ...everyClass(input, ({ nodes }, path) => [backwards(nodes, `${path}.nodes`)]),
      ...[backwards(input.settings.cluster.systemNodes, "cluster.systemNodes")].filter((found) => found !== undefined),
    ],
  },
  {
    code: "node-pool-count",
    severity: "refusal",
    check: ({ generations }) =>
      generations.length + 1 <= mostPools
        ? []
        : [
            {
              path: "agents",
              message: `The agent classes need ${generations.length} node pools beside the system pool, and a cluster has at most ${mostPools}.`,
              remedy: "Spread the classes over several stacks.",
            },
          ],
  },
  {
    // F65
    code: "spot-evicts-jobs",
    severity: "warning",
    check: (input) =>
      everyClass(input, ({ spot }, path) =>
        spot
          ? [
              {
                path: `${path}.spot`,
                message: "Azure may take spot nodes away with 30 seconds' notice, in the middle of a job.",
                remedy: "Use it for jobs that may be repeated, and give others a class without spot.",
              },
            ]
          : [],
      ),
  },
];

function backwards({ min, max }: { readonly min: number; readonly max: number }, path: string): Complaint | undefined {
  if (min <= max) return undefined;
  return {
    path: `${path}.min`,
    related: [`${path}.max`],
    message: `The fewest nodes (${min}) are more than the most (${max}).`,
    remedy: `Lower min to ${max} or less, or raise max to ${min} or more.`,
  };
}

function suggestion(name: string): string {
  const cleaned = name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/^\d+/, "");
  return cleaned === "" ? "" : `, such as "${cleaned}"`;
}
