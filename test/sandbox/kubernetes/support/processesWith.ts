import { readdirSync, readFileSync } from "node:fs";

/** Ids of this machine's processes whose command line has the text. */
export function processesWith(text: string): readonly number[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((entry) => commandLine(entry).includes(text))
    .map(Number);
}

/** Empty when the process has ended meanwhile. */
function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
