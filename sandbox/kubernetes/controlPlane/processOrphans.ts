import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { StateFile } from "../../stateFile";

interface RecordedProcess {
  readonly name: string;
  readonly pid: number;
  /** Part of the command line that only this process has: its number may belong to a stranger by now. */
  readonly mark: string;
}

/** The processes that a control plane has started, written down so that a later start ends those that outlived a crash. */
export class ProcessOrphans {
  private readonly file: StateFile<RecordedProcess[]>;

  constructor(path: string) {
    this.file = new StateFile(path);
  }

  add(started: RecordedProcess): void {
    this.file.save([...(this.file.load() ?? []), started]);
  }

  clear(): void {
    this.file.save([]);
  }

  /** Ends what is left of the recorded processes by force, and returns their names. */
  end(): string[] {
    const left = (this.file.load() ?? []).filter(({ pid, mark }) => commandLine(pid)?.includes(mark) === true);
    for (const { pid } of left) {
      process.kill(pid, "SIGKILL");
    }
    this.clear();
    return left.map(({ name }) => name);
  }
}

function commandLine(pid: number): string | undefined {
  try {
    return existsSync("/proc/self/cmdline")
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
      : execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return undefined;
  }
}
