import { StateFile } from "../../../stateFile";
import { killContainer } from "./killContainer";
import { processTable } from "./processTable";

interface LedgerEntry {
  /** The container's root folder. */
  readonly root: string;
  readonly pid: number;
  /** Of the process: its number may belong to a stranger by now. */
  readonly startTime: string;
}

/** The running containers, written down so that a later start ends those that outlived a crash. */
export class ContainerLedger {
  private readonly file: StateFile<LedgerEntry[]>;
  private entries: readonly LedgerEntry[] = [];

  constructor(path: string) {
    this.file = new StateFile(path);
  }

  /** Kills what is left of the recorded containers, and returns how many had a process left. */
  endLeftovers(): number {
    const recorded = this.file.load() ?? [];
    const table = processTable();
    const left = recorded.filter((entry) => isSame(entry, table));
    for (const entry of recorded) {
      killContainer(entry.root, left.includes(entry) ? { pid: entry.pid, hasEnded: false } : undefined);
    }
    this.save([]);
    return left.length;
  }

  add(root: string, pid: number): void {
    const startTime = processTable().find((entry) => entry.pid === pid)?.startTime ?? "";
    this.save([...this.entries, { root, pid, startTime }]);
  }

  remove(root: string): void {
    this.save(this.entries.filter((entry) => entry.root !== root));
  }

  private save(entries: readonly LedgerEntry[]): void {
    this.entries = entries;
    this.file.save([...entries]);
  }
}

function isSame({ pid, startTime }: LedgerEntry, table: ReturnType<typeof processTable>): boolean {
  return table.some((entry) => entry.pid === pid && entry.startTime === startTime);
}
