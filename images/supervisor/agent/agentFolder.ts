import { copyFile, mkdir, readdir, readFile, readlink, rm, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentFiles } from "./agentFiles";
import { diskProblem } from "./diskProblem";
import { diagnosticsTail, newestDiagnostics } from "../listener/diagnostics";
import type { Log } from "../log";
import type { Platform } from "../platform/platform";
import type { Settings } from "../settings";
import { SupervisorError } from "../supervisorError";

/** What an earlier configuration leaves (azure-pipelines-agent Constants.cs WellKnownConfigFile). */
const configurationFiles =
  /^\.(agent|credentials|credentials_rsaparams|credential_store|proxy.*|certificates|options|service)$/;

/** The files of an agent in its folder. */
export function agentFolder(settings: Settings, platform: Platform, log: Log): AgentFiles {
  const folder = settings.agentFolder;
  const diagnostics = join(folder, "_diag");
  return {
    checkAccess: async () => {
      await stat(platform.listenerFile(folder)).catch(() => {
        throw new SupervisorError("configuration", `There is no agent package in ${folder}.`, [
          "AZP_AGENT_FOLDER has to be the folder that holds bin and externals.",
        ]);
      });
      await checkWritable(folder);
      await checkWritable(settings.workFolder);
    },
    cleanConfiguration: async () => {
      const names = (await readdir(folder)).filter((name) => configurationFiles.test(name));
      // Hidden files cannot be overwritten on Windows, so they are deleted.
      await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })));
    },
    writeCapabilities: async (capabilities) => {
      const lines = Object.entries(capabilities).map(([name, value]) => `${name}=${value}\n`);
      await writeFile(join(folder, ".capabilities"), lines.join(""));
    },
    placeCaBundle: async (bundle) => {
      const file = join(folder, "ca-bundle.pem");
      await copyFile(bundle, file);
      await trust(await certificatesIn(file), join(folder, "ca"), platform);
      return file;
    },
    updateOutcome: async (since) => {
      const names = (await readdir(diagnostics).catch(() => [])).filter((name) => /^SelfUpdate-.*\.log\./.test(name));
      for (const name of names) {
        const outcome = updateOutcomes[name.slice(name.lastIndexOf(".") + 1)];
        if (outcome !== undefined && (await stat(join(diagnostics, name))).mtimeMs >= since) {
          return outcome;
        }
      }
      return undefined;
    },
    sessionConflict: async (since) => {
      const file = await newestDiagnostics(folder, "Agent");
      return file !== undefined && file.changedAt >= since && sessionConflict.test(await readFile(file.path, "utf8"));
    },
    diagnosticsTail: () => diagnosticsTail(folder),
    discardToken: async () => {
      if (settings.credential.kind === "tokenFile") {
        await discard(settings.credential.path, log);
      }
    },
  };
}

const updateOutcomes: Readonly<Record<string, "succeeded" | "failed">> = { succeed: "succeeded", failed: "failed" };

/** Class of the exception, and the service's own words: both are the same in every language of the agent. */
const sessionConflict = /TaskAgentSessionConflictException|already has an active session/;

async function checkWritable(folder: string): Promise<void> {
  const probe = join(folder, `.supervisor-probe-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    try {
      // With content: an empty file fits on a full disk.
      await writeFile(probe, "probe");
    } finally {
      await rm(probe, { force: true });
    }
  } catch (error) {
    const full = diskProblem(error);
    if (full !== undefined) {
      throw full;
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new SupervisorError("configuration", `The agent cannot write to ${folder}: ${reason}`, [
      "The container's user must be able to write to the agent's folder and to AZP_WORK: readOnlyRootFilesystem does not fit an agent.",
      "A volume that is mounted there has to belong to the container's user (fsGroup).",
    ]);
  }
}

/** Each certificate of a PEM file. */
async function certificatesIn(file: string): Promise<readonly string[]> {
  return (await readFile(file, "utf8")).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}

/** In files of their own: what reads a PEM file for a store may take the first certificate only. */
async function trust(certificates: readonly string[], folder: string, platform: Platform): Promise<void> {
  const files = certificates.map((_, index) => join(folder, `${index + 1}.crt`));
  try {
    await mkdir(folder, { recursive: true });
    await Promise.all(files.map((file, index) => writeFile(file, `${certificates[index]}\n`)));
    await platform.trust(files);
  } catch (error) {
    const full = diskProblem(error);
    if (full !== undefined) {
      throw full;
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new SupervisorError("configuration", `The certificates of AZP_CA_BUNDLE are not trusted: ${reason}`, [
      "On Windows the container has to run as ContainerAdministrator to add to the machine's store.",
    ]);
  }
}

async function discard(path: string, log: Log): Promise<void> {
  if (await isKubelets(path)) {
    log.warn("register", `The token file ${path} is left, because kubelet keeps it there: jobs can read it.`);
    return;
  }
  try {
    await unlink(path);
    log.info("register", `The token file ${path} is deleted: jobs cannot read it.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      log.warn("register", `The token file ${path} is left, because its folder cannot be written: jobs can read it.`);
    }
  }
}

/** Whether the file is of a Secret's or projected volume: a link through the folder's link `..data`, which kubelet would write again. */
async function isKubelets(path: string): Promise<boolean> {
  const target = await readlink(path).catch(() => "");
  return target.startsWith("..data");
}
