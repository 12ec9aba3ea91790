import { readFileSync, readdirSync } from "node:fs";

/** A process of the machine, as /proc has it. */
interface ProcessState {
  readonly pid: number;
  readonly name: string;
  /** One letter: "Z" is a zombie. */
  readonly state: string;
  readonly parent: number;
}

function allProcesses(): readonly ProcessState[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, pid, program = "", state = "", parent] =
          /^(\d+) \((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
        return [{ pid: Number(pid), name: program, state, parent: Number(parent) }];
      } catch {
        return [];
      }
    });
}

export function childrenOf(pid: number): readonly ProcessState[] {
  return allProcesses().filter(({ parent }) => parent === pid);
}

export function descendantsOf(pid: number): readonly ProcessState[] {
  const all = allProcesses();
  const below = (parent: number): readonly ProcessState[] =>
    all.filter((each) => each.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
}

/** Number of the user that a process runs as. */
export function userOf(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
