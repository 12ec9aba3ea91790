import { z } from "zod";
import { caBundleSchema, gmsaSchema, proxySchema } from "./agentSurroundings";
import { changes, documented } from "./keys";

/** A number or a truth value that YAML made out of an unquoted text. */
const textual = z.union([z.string(), z.number(), z.boolean()]).transform(String);

export const agentOsSchema = z.enum(["windows2022", "windows2025", "linux"]);

const volumeSchema = z.strictObject({
  name: documented(z.string(), {
    description: "Name of the volume, a DNS label.",
    change: changes.rollout,
    example: "cache",
  }),
  mountPath: documented(z.string(), {
    description: "Absolute path inside the container, in the form of its operating system.",
    change: changes.rollout,
    example: "C:\\cache",
  }),
  readOnly: documented(z.boolean().default(false), {
    description: "Whether the container may only read.",
    change: changes.rollout,
  }),
  emptyDir: documented(
    z
      .strictObject({
        sizeLimitGiB: documented(z.number().positive().optional(), {
          description: "The pod is evicted when the folder grows beyond it.",
          change: changes.rollout,
          derivedDefault: "no limit",
        }),
      })
      .optional(),
    { description: "A folder that lives as long as the pod.", change: changes.rollout },
  ),
  configMap: documented(
    z
      .strictObject({
        name: documented(z.string(), {
          description: "Name of the ConfigMap.",
          change: changes.rollout,
          example: "nuget-config",
        }),
      })
      .optional(),
    {
      description: "An existing ConfigMap in the class's namespace.",
      change: changes.rollout,
    },
  ),
  secret: documented(
    z
      .strictObject({
        name: documented(z.string(), {
          description: "Name of the Secret.",
          change: changes.rollout,
          example: "signing-certificate",
        }),
      })
      .optional(),
    {
      description: "An existing Secret in the class's namespace.",
      change: changes.rollout,
    },
  ),
  persistentVolumeClaim: documented(
    z
      .strictObject({
        claimName: documented(z.string(), {
          description: "Name of the claim.",
          change: changes.rollout,
          example: "cache",
        }),
      })
      .optional(),
    { description: "An existing claim in the class's namespace.", change: changes.rollout },
  ),
  hostPath: documented(z.union([z.string(), z.looseObject({ path: z.string() })]).optional(), {
    description: "Always refused: an agent gets no folder and no socket of its node.",
    change: "Changes nothing.",
    writtenAs: "text",
  }),
});

const previousSchema = z.strictObject({
  generation: documented(z.string(), {
    description: "Letter of the generation that is being handed over.",
    change: "Removes its node pool and Deployment when it is taken away.",
    example: "a",
  }),
  os: documented(agentOsSchema.optional(), {
    description: "Operating system of the previous generation.",
    change: changes.nodePool,
    derivedDefault: "that of the class",
  }),
  vmSize: documented(z.string().optional(), {
    description: "VM size of the previous generation.",
    change: changes.nodePool,
    derivedDefault: "that of the class",
  }),
  image: documented(z.string().optional(), {
    description: "Agent image of the previous generation.",
    change: changes.rollout,
    derivedDefault: "that of the class, if its operating system is the same",
  }),
  replicas: documented(z.int().min(0).max(1000).optional(), {
    description: "Agents of the previous generation; 0 drains it.",
    change: changes.nothing,
    derivedDefault: "that of the class",
  }),
});

export const agentClassSchema = z.strictObject({
  name: documented(z.string(), {
    description:
      "Name of the agent class: lower-case letters and digits, a letter first; at most 5 characters on Windows and 11 on Linux, because AKS limits node pool names and the generation letter is added.",
    change: "Removes the class and makes another one.",
    example: "win22",
  }),
  os: documented(agentOsSchema, {
    description: "Operating system. Everything that depends on its version follows from this word.",
    change: changes.nodePool,
    example: "windows2022",
  }),
  vmSize: documented(z.string().default("Standard_D4s_v5"), {
    description: "VM size of the nodes.",
    change: changes.nodePool,
  }),
  nodes: documented(
    z
      .strictObject({
        min: documented(z.int().min(0).max(1000).default(0), {
          description: "Fewest nodes, 0 to 1000. With 0 the pool is empty while no agent wants to run.",
          change: changes.nothing,
        }),
        max: documented(z.int().min(1).max(1000).default(2), {
          description: "Most nodes, 1 to 1000.",
          change: changes.nothing,
        }),
      })
      .prefault({}),
    { description: "Size of the class's node pool; the cluster autoscaler moves between both." },
  ),
  replicas: documented(z.int().min(0).max(1000).default(1), {
    description: "Number of agents.",
    change: changes.nothing,
  }),
  resources: documented(
    z
      .strictObject({
        cpu: documented(textual.default("2"), {
          description: "Processor share of one agent, in cores (`2`, `0.5`) or thousandths (`500m`).",
          change: changes.rollout,
        }),
        memoryMiB: documented(z.int().min(512).default(4096), {
          description: "Memory of one agent in MiB, requested and limited.",
          change: changes.rollout,
        }),
      })
      .prefault({}),
    { description: "What one agent and its jobs get." },
  ),
  ephemeralStorageGiB: documented(z.int().min(1).optional(), {
    description: "Limit of one agent's writable layer, logs and work folder, in GiB; 16 or more on Windows.",
    change: changes.rollout,
    derivedDefault: "no limit",
  }),
  volumes: documented(z.array(volumeSchema).default([]), {
    description: "Volumes of the agent container.",
    change: changes.rollout,
  }),
  image: documented(z.string().optional(), {
    description: "Agent image, with a fixed tag or a digest.",
    change: changes.rollout,
    derivedDefault: "built in the registry, see `imageBuilds.agentImages`",
    example: "contoso.azurecr.io/agents/windows2022:1.4.0",
  }),
  imageContext: documented(z.string().optional(), {
    description:
      "Folder of this program, with slashes, whose Dockerfile makes the class's own image out of the program's: `ARG BASE`, then `FROM ${BASE}`. It is built for the class's operating system. Instead of `image`.",
    change: changes.rollout,
    example: "samples/agent-dotnet",
  }),
  imageOs: documented(z.enum(["ltsc2022", "ltsc2025"]).optional(), {
    description:
      "Windows base of the image, where it differs from the node's: an ltsc2022 image runs on a windows2025 node too.",
    change: changes.rollout,
    derivedDefault: "that of `os`",
  }),
  osDiskGiB: documented(z.int().min(30).max(2048).default(128), {
    description: "Operating system disk of a node in GiB, 30 to 2048.",
    change: changes.nodePool,
  }),
  maxPods: documented(z.int().min(10).max(250).optional(), {
    description: "Most pods on one node, 10 to 250.",
    change: changes.nodePool,
    derivedDefault: "the service's own (250 in overlay mode)",
  }),
  spot: documented(z.boolean().default(false), {
    description: "Whether the nodes are spot VMs, which Azure may take away in the middle of a job.",
    change: changes.nodePool,
  }),
  capabilities: documented(z.record(z.string(), textual).default({}), {
    description: "Further capabilities that the agents announce, name to value.",
    change: changes.rollout,
    example: { msbuild: "17" },
  }),
  jobTimeoutMinutes: documented(z.int().min(1).max(10080).default(60), {
    description: "Longest job that the class is meant for, in minutes.",
    change: changes.rollout,
  }),
  drainTimeoutMinutes: documented(z.int().min(0).optional(), {
    description: "How long an agent that shall go away may still work on its job, in minutes.",
    change: changes.rollout,
    derivedDefault: "`jobTimeoutMinutes`, as far as AKS waits for it",
  }),
  generation: documented(z.string().default("a"), {
    description: "A lower-case letter in the names of node pool and Deployment.",
    change: "Makes a new node pool and Deployment first, then drains and removes the old ones.",
  }),
  previous: documented(previousSchema.optional(), {
    description: "A generation that stays beside the current one during a hand-over, on the same agent pool.",
    change: "Removes its node pool and Deployment when it is taken away.",
  }),
  debugHoldMinutes: documented(z.int().min(0).max(240).default(0), {
    description:
      "For a look inside: containers stay up for so many minutes without starting the agent, and print how to get in; 0 to 240. Their pods are not ready meanwhile, so an update fails at its deadline.",
    change: changes.rollout,
  }),
  proxy: documented(proxySchema.optional(), {
    description: "HTTP proxy between the agents and everything outside the cluster.",
    change: changes.rollout,
  }),
  caBundle: documented(caBundleSchema.optional(), {
    description:
      "Certificate authorities that agents trust beside the public ones, such as that of a proxy that opens TLS. Exactly one of `pem` and `configMap`. The supervisor, Node and Git in jobs trust them, and so does the agent itself: on Linux with whatever asks OpenSSL, on Windows with whatever asks the machine's store, to which the supervisor adds them when the container starts.",
    change: changes.rollout,
  }),
  logMonitor: documented(z.boolean().default(false), {
    description:
      "Windows only: starts the container through LogMonitor, for jobs whose services write to event logs, ETW or files. Off, because the agent itself writes to standard output.",
    change: changes.rollout,
  }),
  gmsa: documented(gmsaSchema.optional(), {
    description:
      "Windows only: group managed service account under which the agents act in an Active Directory domain. The container then runs as Local System, which is who such an account stands for. See `cluster.gmsa`.",
    change: changes.rollout,
  }),
});
