import { chmod, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { PathMapping } from "../../kubernetes/kubelet/processes/pathMapping";
import type { AgentImage } from "../agentImage";
import type { BaseContent, ImageFacts } from "./baseContent";

/** How programs in a pod reach the emulated cloud. */
export interface Cloud {
  /** Host and port at which Azure's metadata endpoint answers over TLS. */
  readonly metadataHost: string;
  /** Certificate of the authority that vouches for it, PEM. */
  readonly caFile: string;
}

/** Label of the agent images, and of all that are built on them. */
export const agentLabel = "aks-agents.agent-version";

const caPaths = { linux: "/azp/sandbox-ca.crt", windows: "C:\\azp\\sandbox-ca.crt" };
/** As every process on Windows has it; the stand-in for the agent publishes its system by it. */
const systemVariables = { windows: { OS: "Windows_NT" }, linux: {} };

/** A container of the sandbox has no root of its own: what a program knows by its path has to be told, and is then mapped. */
const knownPaths = { AZP_SERVICE_ACCOUNT_FOLDER: "/var/run/secrets/kubernetes.io/serviceaccount" };

const fleetPaths = { linux: "/usr/local/bin/fleet", windows: "C:\\tools\\bin\\fleet.cmd" };

/** The agent, Node and LogMonitor of an agent image, which RUN installs; supervisor and fleet are the image's own. */
export function agentContent(agent: AgentImage, cloud: (() => Promise<Cloud>) | undefined): BaseContent {
  return {
    lay: (folder) => agent.lay(folder),

    async adapt(folder, { os }) {
      const mapping = new PathMapping(folder, os);
      if (cloud !== undefined) {
        await cp((await cloud()).caFile, mapping.inRoot(caPaths[os]));
      }
      await adaptFleet(mapping, os);
    },

    async settings({ os }) {
      const reached = await cloud?.();
      const variables: Readonly<Record<string, string>> =
        reached === undefined ? {} : { ARM_METADATA_HOSTNAME: reached.metadataHost, NODE_EXTRA_CA_CERTS: caPaths[os] };
      return { environment: { ...systemVariables[os], ...knownPaths, ...variables } };
    },
  };
}

/**
 * The image's `fleet`, as a script that finds Node and the bundle from where it lies: a container of the sandbox has no root of its
 * own, so the absolute paths in it mean nothing, and there is no cmd.exe. It lies where a container's PATH leads.
 */
async function adaptFleet(mapping: PathMapping, os: ImageFacts["os"]): Promise<void> {
  const text = await readFile(mapping.inRoot(fleetPaths[os]), "utf8").catch(() => undefined);
  if (text === undefined) {
    return;
  }
  const command = os === "windows" ? commandOfBatchFile(text) : text.replace(/^#!.*\n/, "");
  const script = mapping.inText(command).replaceAll(mapping.root, '"$root"');
  const file = mapping.inRoot(fleetPaths.linux);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\nroot=$(dirname "$0")/../../..\n${script}`);
  await chmod(file, 0o755);
}

/** A batch file of one command that passes its arguments on. */
function commandOfBatchFile(text: string): string {
  const plain = text.trim().replace(/^@/, "").replaceAll('"', "");
  return `exec ${plain.replace("%*", '"$@"')}\n`;
}
