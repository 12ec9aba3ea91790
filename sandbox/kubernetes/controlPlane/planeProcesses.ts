import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { errorText } from "../errorText";
import { ManagedProcess } from "./managedProcess";
import { ParentWatch } from "./parentWatch";
import type { PlanePaths } from "./planePaths";
import { ProcessOrphans } from "./processOrphans";

export type ComponentName = "etcd" | "kube-apiserver" | "kube-controller-manager" | "kube-scheduler";

/** Halves the memory that the Go runtime keeps in reserve: 40 MB for the API server, at little cost in processor time. */
const GO_MEMORY = { GOGC: "50" };

const CLIENT_PATIENCE_MS = 2_000;
const API_SERVER_SECOND_SIGNAL_MS = 1_000;
const API_SERVER_PATIENCE_MS = 5_000;
const ETCD_PATIENCE_MS = 3_000;

/** A process that ends by itself is started again after this pause, but not for ever. */
const RESTART_PAUSE_MS = 1_000;
const MOST_RESTARTS = 10;

/** The running processes of one control plane, and the order in which they end. */
export class PlaneProcesses {
  private readonly running = new Map<ComponentName, ManagedProcess>();
  private readonly orphans: ProcessOrphans;
  private watch: ParentWatch | undefined;
  private restartsLeft = 0;
  private stopping = false;

  constructor(
    private readonly paths: PlanePaths,
    private readonly log: (line: string) => void,
  ) {
    mkdirSync(paths.logs, { recursive: true, mode: 0o700 });
    this.orphans = new ProcessOrphans(paths.processes);
    const ended = this.orphans.end();
    if (ended.length > 0) {
      log(`ended ${ended.join(", ")}, left over from a run that was cut off`);
    }
  }

  get pids(): number[] {
    return [...this.running.values()].map(({ pid }) => pid);
  }

  /** @param mark Argument that no other process on the machine has: the key under which a later start finds a leftover. */
  async start(name: ComponentName, command: string, args: readonly string[], mark: string): Promise<void> {
    const logFile = join(this.paths.logs, `${name}.log`);
    const managed = await ManagedProcess.start({ name, command, args, logFile, env: GO_MEMORY });
    this.running.set(name, managed);
    void managed.ended.then((how) => {
      if (!this.stopping) {
        this.log(`${name} ended unexpectedly (${how}), see ${logFile}`);
        this.startAgain(() => this.start(name, command, args, mark));
      }
    });
    this.orphans.add({ name, pid: managed.pid, mark });
    await this.watchOver();
  }

  /** From now on a process that ends by itself is started again: before, its end is the end of the start. */
  keepRunning(): void {
    this.restartsLeft = MOST_RESTARTS;
  }

  /** @throws Error naming the component that has ended, if one has. */
  assertRunning(): void {
    for (const [name, managed] of this.running) {
      if (!managed.isRunning) {
        throw new Error(`${name} has ended, see ${join(this.paths.logs, `${name}.log`)}.`);
      }
    }
  }

  /**
   * Clients first, then the API server, then etcd. The API server waits a minute for its watchers after one SIGTERM, and
   * for ever once etcd is gone; a second SIGTERM ends the waiting.
   */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all([
      this.running.get("kube-controller-manager")?.stop(CLIENT_PATIENCE_MS),
      this.running.get("kube-scheduler")?.stop(CLIENT_PATIENCE_MS),
    ]);
    const apiServer = this.running.get("kube-apiserver");
    apiServer?.signal("SIGTERM");
    if (apiServer !== undefined && !(await apiServer.endsWithin(API_SERVER_SECOND_SIGNAL_MS))) {
      await apiServer.stop(API_SERVER_PATIENCE_MS);
    }
    await this.running.get("etcd")?.stop(ETCD_PATIENCE_MS);
    await this.watch?.end();
    this.orphans.clear();
    this.running.clear();
  }

  private startAgain(start: () => Promise<void>): void {
    if (this.restartsLeft > 0) {
      this.restartsLeft -= 1;
      setTimeout(() => {
        if (!this.stopping) {
          start().catch((error: unknown) => this.log(errorText(error)));
        }
      }, RESTART_PAUSE_MS);
    }
  }

  private async watchOver(): Promise<void> {
    const previous = this.watch;
    this.watch = new ParentWatch([...this.running.values()].filter(({ isRunning }) => isRunning).map(({ pid }) => pid));
    await previous?.end();
  }
}
