import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { SandboxPaths } from "./paths";

/** How to reach a running sandbox. */
export interface RunningServer {
  readonly pid: number;
  readonly azureUrl: string;
  /** Azure Resource Manager behind TLS, as clients want it that give their token to https addresses only. Without a trailing slash. */
  readonly azureTlsUrl: string;
  readonly azureDevOpsUrl: string;
  /** Stands for `https://login.microsoftonline.com`. */
  readonly entraUrl: string;
  /** The same behind TLS. Without a trailing slash. */
  readonly entraTlsUrl: string;
  /** Certificate of the authority that the TLS addresses are trusted through, PEM: for `NODE_EXTRA_CA_CERTS` and the like. */
  readonly caFile: string;
  /** A real registry that holds what was built here, its repositories called `<login server>/<repository>`. Without a trailing slash. */
  readonly ociRegistryUrl: string;
  readonly controlUrl: string;
  readonly controlKey: string;
}

/** The sandbox that runs on these paths, or undefined when none does. */
export function runningServer(paths: SandboxPaths): RunningServer | undefined {
  const server = readServerFile(paths);
  return server !== undefined && isAlive(server.pid) ? server : undefined;
}

/** Makes this process the one server of the folder. False when another one is. */
export function claimFolder(paths: SandboxPaths): boolean {
  try {
    writeFileSync(paths.serverLock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (folderOwner(paths) !== undefined) {
      return false;
    }
    // Its owner was killed.
    rmSync(paths.serverLock, { force: true });
    return claimFolder(paths);
  }
}

/** Process id of the server that runs in the folder, or is about to. */
export function folderOwner(paths: SandboxPaths): number | undefined {
  try {
    const pid = Number(readFileSync(paths.serverLock, "utf8"));
    return pid > 0 && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

export function releaseFolder(paths: SandboxPaths): void {
  rmSync(paths.serverFile, { force: true });
  rmSync(paths.serverLock, { force: true });
}

export function writeServerFile(paths: SandboxPaths, server: RunningServer): void {
  writeFileSync(paths.serverFile, JSON.stringify(server, undefined, 2), { mode: 0o600 });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function readServerFile(paths: SandboxPaths): RunningServer | undefined {
  try {
    return JSON.parse(readFileSync(paths.serverFile, "utf8")) as RunningServer;
  } catch {
    return undefined;
  }
}
