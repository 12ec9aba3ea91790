import type { AgentSettings } from "../settings";
import { isWindows } from "../windowsVersions";
import { everyClass, type Complaint, type Rule, type RuleInput } from "./rule";

type Volume = AgentSettings["volumes"][number];

const sources = ["emptyDir", "configMap", "secret", "persistentVolumeClaim"] as const;
/** Sockets of container engines and runtimes, on both systems. */
const engineSockets = /docker\.sock|docker_engine|containerd(?:-containerd|\.sock)|podman\.sock|crio\.sock/i;
/** Where the pod has its own things: agent and federated token. */
const ownFolders = ["/azp", "/var/run/secrets"];

export const volumeRules: readonly Rule[] = [
  {
    // F12
    code: "volume-docker-socket",
    severity: "refusal",
    check: (input) =>
      everyVolume(input, ({ hostPath }, path) => {
        const host = hostPathOf(hostPath);
        if (host === undefined || !engineSockets.test(host)) return undefined;
        return {
          path: `${path}.hostPath`,
          message: `${host} does not exist on AKS nodes: they run containerd and no Docker, and a container's engine socket would be the node itself.`,
          remedy: "Build Linux images with kaniko and Windows images with ACR Tasks instead of `docker build`.",
        };
      }),
  },
  {
    code: "volume-host-path",
    severity: "refusal",
    check: (input) =>
      everyVolume(input, ({ hostPath }, path) => {
        const host = hostPathOf(hostPath);
        if (host === undefined || engineSockets.test(host)) return undefined;
        return {
          path: `${path}.hostPath`,
          message: `A folder of the node (${host}) would let every job change its node, and other jobs on it.`,
          remedy: `Use ${sources.join(", ")}.`,
        };
      }),
  },
  {
    code: "volume-source",
    severity: "refusal",
    check: (input) =>
      everyVolume(input, (volume, path) => {
        const given = sources.filter((source) => volume[source] !== undefined);
        if (given.length === 1 || volume.hostPath !== undefined) return undefined;
        return {
          path,
          related: sources.map((source) => `${path}.${source}`),
          message:
            given.length === 0
              ? `Volume "${volume.name}" does not say where it comes from.`
              : `Volume "${volume.name}" has ${given.length} sources: ${given.join(", ")}.`,
          remedy: `Give it exactly one of ${sources.join(", ")}.`,
        };
      }),
  },
  {
    code: "volume-name",
    severity: "refusal",
    check: (input) =>
      everyVolume(input, ({ name }, path, index, { volumes }) => {
        const first = volumes.findIndex((other) => other.name === name);
        // The pod calls it volume-<name>, and a DNS label has 63 characters.
        const fits = /^[a-z0-9](?:[a-z0-9-]{0,54}[a-z0-9])?$/.test(name);
        if (fits && first === index) return undefined;
        return {
          path: `${path}.name`,
          message: fits ? `Two volumes are called "${name}".` : `"${name}" is no volume name.`,
          remedy: fits
            ? "Give each volume a name of its own."
            : "Use at most 56 lower-case letters, digits and hyphens, a letter or digit at both ends.",
        };
      }),
  },
  {
    code: "volume-mount-path",
    severity: "refusal",
    check: (input) =>
      everyVolume(input, ({ mountPath }, path, _index, agentClass, classPath) => {
        const windows = isWindows(agentClass.os);
        const fits = windows ? /^[A-Za-z]:[\\/][^:*?"<>|]+$/.test(mountPath) : /^\/[^:\0]+$/.test(mountPath);
        if (fits) return undefined;
        return {
          path: `${path}.mountPath`,
          related: [`${classPath}.os`],
          message: `"${mountPath}" is no absolute folder in a ${windows ? "Windows" : "Linux"} container.`,
          remedy: `Write one such as ${windows ? "C:\\cache" : "/cache"}.`,
        };
      }),
  },
  {
    code: "volume-mount-taken",
    severity: "refusal",
    check: (input) =>
      everyVolume(input, ({ mountPath }, path, index, { volumes }) => {
        const folder = normalise(mountPath);
        const twin = volumes.findIndex((other) => normalise(other.mountPath) === folder);
        const own = ownFolders.find(
          (taken) => folder === taken || folder.startsWith(`${taken}/`) || taken.startsWith(`${folder}/`),
        );
        // The work folder is the one place below /azp that may be a volume.
        if (own === undefined || isWorkFolder(mountPath)) {
          if (twin === index) return undefined;
          return {
            path: `${path}.mountPath`,
            message: `Two volumes are mounted at "${mountPath}".`,
            remedy: "Give each volume a folder of its own.",
          };
        }
        return {
          path: `${path}.mountPath`,
          message: `"${mountPath}" would hide ${own}, where the pod keeps ${own === "/azp" ? "the agent" : "its token"}.`,
          remedy: "Choose another folder.",
        };
      }),
  },
  {
    // F132
    code: "volume-work-shared",
    severity: "refusal",
    check: (input) =>
      everyVolume(input, ({ mountPath, persistentVolumeClaim, readOnly }, path, _index, agentClass, classPath) => {
        const agents = agentClass.replicas + (agentClass.previous?.replicas ?? 0);
        if (persistentVolumeClaim === undefined || readOnly || agents < 2 || !isWorkFolder(mountPath)) return undefined;
        return {
          path: `${path}.persistentVolumeClaim`,
          related: [`${classPath}.replicas`],
          message: `${agents} agents would share one work folder and overwrite each other's checkouts.`,
          remedy: "Use emptyDir with a sizeLimitGiB, so that each agent has its own.",
        };
      }),
  },
  {
    code: "volume-shared",
    severity: "warning",
    check: (input) =>
      everyVolume(input, ({ mountPath, persistentVolumeClaim, readOnly }, path, _index, { replicas }, classPath) => {
        if (persistentVolumeClaim === undefined || readOnly || replicas < 2 || isWorkFolder(mountPath))
          return undefined;
        return {
          path: `${path}.persistentVolumeClaim`,
          related: [`${classPath}.replicas`],
          message: `${replicas} agents write into the claim "${persistentVolumeClaim.claimName}" at once; a claim that one node holds keeps the others from starting.`,
          remedy: "Make sure that it is ReadWriteMany and that jobs lock what they write, or set readOnly.",
        };
      }),
  },
];

function everyVolume(
  input: RuleInput,
  check: (
    volume: Volume,
    path: string,
    index: number,
    agentClass: AgentSettings,
    classPath: string,
  ) => Complaint | undefined,
): readonly Complaint[] {
  return everyClass(input, (agentClass, classPath) =>
    agentClass.volumes.map((volume, index) =>
      check(volume, `${classPath}.volumes[${index}]`, index, agentClass, classPath),
    ),
  );
}

function hostPathOf(hostPath: Volume["hostPath"]): string | undefined {
  return typeof hostPath === "object" ? hostPath.path : hostPath;
}

function normalise(folder: string): string {
  return folder
    .replace(/^[A-Za-z]:/, "")
    .replaceAll("\\", "/")
    .replace(/\/+$/, "")
    .toLowerCase();
}

function isWorkFolder(folder: string): boolean {
  return /\/_?work$/.test(normalise(folder));
}
