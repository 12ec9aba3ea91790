import { readdirSync, readFileSync } from "node:fs";
import { containerFoldersPrefix } from "../../sandbox/kubernetes/kubelet/processes/containerFolders";
import { sandboxPaths } from "../../sandbox/paths";

/** A process that works for a sandbox. */
export interface SandboxProcess {
  readonly pid: number;
  readonly commandLine: string;
}

/**
 * All processes that know a sandbox's folder, from their arguments or their environment: the server, the control planes, the
 * engine, the containers, and everything that these start. Read from /proc.
 */
export function sandboxProcesses(root: string): readonly SandboxProcess[] {
  const signs = [root, containerFoldersPrefix(sandboxPaths(root).kubernetes)];
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .map((entry) => ({ pid: Number(entry), commandLine: read(entry, "cmdline"), environment: read(entry, "environ") }))
    .filter(({ commandLine, environment }) => signs.some((sign) => `${commandLine} ${environment}`.includes(sign)))
    .map(({ pid, commandLine }) => ({ pid, commandLine }));
}

/** Empty when the process has ended meanwhile, or belongs to somebody else. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
