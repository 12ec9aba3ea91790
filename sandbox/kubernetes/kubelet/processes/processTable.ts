import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

/** One process of the machine. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Differs for two processes that have had the same number. */
  readonly startTime: string;
}

/** Whether this is Linux; elsewhere `ps` must do. */
const HAS_PROC = existsSync("/proc/self/stat");

export function processTable(): ProcessEntry[] {
  return HAS_PROC ? fromProc() : fromPs();
}

/** Process ids that stand for the process itself and all that descend from it, or are of its process group. */
export function descendants(table: readonly ProcessEntry[], pid: number): Set<number> {
  const found = new Set([pid]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const entry of table) {
      if (found.has(entry.parent) || found.has(entry.group)) {
        found.add(entry.pid);
      }
    }
  }
  return found;
}

/**
 * Whether the process was started in the container with that root folder: its program lies there, or its home or search path
 * begin there, as every process of the container inherits. A person who looks into the folder has neither.
 */
export function isOfContainer(pid: number, root: string): boolean {
  if (!HAS_PROC) {
    return false;
  }
  const environment = attempt(() => readFileSync(`/proc/${pid}/environ`, "utf8")) ?? "";
  const marks = [`HOME=${root}/`, `PATH=${root}/`];
  return (
    environment.split("\0").some((variable) => marks.some((mark) => variable.startsWith(mark))) ||
    attempt(() => readlinkSync(`/proc/${pid}/exe`))?.startsWith(`${root}/`) === true
  );
}

function fromProc(): ProcessEntry[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = attempt(() => readFileSync(`/proc/${name}/stat`, "latin1"));
      if (stat === undefined) {
        return [];
      }
      // The name in parentheses may hold anything: state, parent and group follow the last one; the start is field 22 (proc(5)).
      const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const entry = { pid: Number(name), parent: Number(parent), group: Number(group), startTime: rest[16] ?? "" };
      return state === "Z" ? [] : [entry];
    });
}

function fromPs(): ProcessEntry[] {
  const text = execFileSync("ps", ["-axo", "pid=,ppid=,pgid=,lstart="], { encoding: "utf8" });
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [pid, parent, group, ...start] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), group: Number(group), startTime: start.join(" ") };
    });
}

/** Undefined for what has gone meanwhile, or is not ours to read. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
