import { readdir, readFile } from "node:fs/promises";

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  readonly arguments: readonly string[];
}

/** Every process that /proc shows, without those that have ended and are only not reaped yet. */
export async function readProcessTable(root = "/proc"): Promise<readonly ProcessEntry[]> {
  const names = (await readdir(root)).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(names.map((name) => readEntry(root, Number(name))));
  return entries.filter((entry) => entry !== undefined);
}

async function readEntry(root: string, pid: number): Promise<ProcessEntry | undefined> {
  try {
    const [stat, commandLine] = await Promise.all([
      readFile(`${root}/${pid}/stat`, "utf8"),
      readFile(`${root}/${pid}/cmdline`, "utf8"),
    ]);
    // The command in parentheses may hold anything, parentheses too (man 5 proc_pid_stat).
    const [state, parent, , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X"
      ? undefined
      : { pid, parent: Number(parent), session: Number(session), arguments: commandLine.split("\0").slice(0, -1) };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
