import { descendants, isOfContainer, processTable, type ProcessEntry } from "./processTable";

/** New processes may appear while others are killed, but not without end. */
const MOST_ROUNDS = 20;

export interface FirstProcess {
  readonly pid: number;
  /** Its number may belong to a stranger by now; its process group may live on. */
  readonly hasEnded: boolean;
}

/**
 * Kills every process of a container, also those that have made a session of their own or lost their parent: they are known
 * by the container's root folder in their environment.
 */
export function killContainer(root: string, first: FirstProcess | undefined): void {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const table = processTable();
    const ofFirst = first === undefined ? new Set<number>() : processesOf(table, first);
    const found = table.filter((entry) => ofFirst.has(entry.pid) || isOfContainer(entry.pid, root));
    found.filter((entry) => entry.pid !== process.pid).forEach((entry) => kill(entry.pid));
    if (found.length === 0) {
      return;
    }
  }
}

/** No new process gets the number of a process group that lives: one with that number means that the group is gone. */
function processesOf(table: readonly ProcessEntry[], { pid, hasEnded }: FirstProcess): Set<number> {
  const isReused = hasEnded && table.some((entry) => entry.pid === pid);
  return isReused ? new Set() : descendants(table, pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
