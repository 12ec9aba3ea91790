import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { basename, dirname, join, sep } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Platform } from "./platform";
import { readProcessTable, type ProcessEntry } from "./processTable";

/** Longest path of a socket in bytes (man 7 unix), with its zero byte. */
const longestSocketPath = 108;

export const linux: Platform = {
  environmentCaseSensitive: true,
  listenerFile: (agentFolder) => join(agentFolder, "bin", "Agent.Listener"),
  controlAddress: (supervisorFile) => {
    const address = join(dirname(supervisorFile), "run", "supervisor.sock");
    const hash = createHash("sha256").update(address).digest("hex").slice(0, 16);
    return Buffer.byteLength(address) < longestSocketPath ? address : join(tmpdir(), `azp-${hash}`, "supervisor.sock");
  },
  // .NET and OpenSSL take what SSL_CERT_FILE names, which the pod sets: the store itself is root's.
  trust: async () => undefined,
  // Never SIGTERM: version 5 of the agent dies of it at once and leaves its session (azure-pipelines-agent Agent.cs).
  stop: async (pid) => signal(pid, "SIGINT"),
  interrupt: async (pid) => signal(pid, "SIGINT"),
  killTree: async (pid, agentFolder) => {
    // Again while there is something: processes that start others meanwhile are seen the next time.
    for (let round = 0; round < 20; round += 1) {
      const doomed = treeOf(await readProcessTable(), pid, agentFolder);
      if (doomed.length === 0) {
        return;
      }
      doomed.forEach((entry) => signal(entry.pid, "SIGKILL"));
      await delay(50);
    }
  },
  workerRuns: async (agentFolder) =>
    (await readProcessTable()).some((entry) => programOf(entry, agentFolder) === "Agent.Worker"),
};

/**
 * The listener has a session of its own. What it started belongs to it by descent or by session, also when the process between
 * them has ended; a worker, by its program.
 */
function treeOf(table: readonly ProcessEntry[], listener: number | undefined, agentFolder: string): ProcessEntry[] {
  const roots = table.filter(
    (entry) =>
      entry.pid !== process.pid &&
      ((listener !== undefined && (entry.pid === listener || entry.session === listener)) ||
        programOf(entry, agentFolder) !== undefined),
  );
  const tree = new Map(roots.map((entry) => [entry.pid, entry]));
  for (let before = -1; before !== tree.size;) {
    before = tree.size;
    table.filter(({ parent }) => tree.has(parent)).forEach((entry) => tree.set(entry.pid, entry));
  }
  return [...tree.values()];
}

/** `Agent.Listener` or `Agent.Worker` when the process is one of the folder; the program may be run by an interpreter. */
function programOf({ arguments: [first, second] }: ProcessEntry, agentFolder: string): string | undefined {
  const program = [first, second].find(
    (path) => path !== undefined && path.startsWith(agentFolder + sep) && /^Agent\.\w+$/.test(basename(path)),
  );
  return program === undefined ? undefined : basename(program);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
