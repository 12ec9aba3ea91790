import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../freePort";
import { ManagedProcess } from "../../kubernetes/controlPlane/managedProcess";
import { ParentWatch } from "../../kubernetes/controlPlane/parentWatch";
import { ProcessOrphans } from "../../kubernetes/controlPlane/processOrphans";
import { waitFor } from "../../kubernetes/waitFor";

export interface RegistryProcessOptions {
  /** Path of the executable crane. */
  readonly crane: string;
  /** Where the blobs lie, and stay. */
  readonly directory: string;
  readonly log: (line: string) => void;
  /** Called after each start, before `serving` resolves: the process keeps blobs on disk, but manifests in its memory. */
  readonly started: (url: string) => Promise<void>;
}

const READY_MILLISECONDS = 30_000;
const PATIENCE_MILLISECONDS = 2_000;
/** A process that ends by itself is started again after this pause, but not for ever. */
const RESTART_PAUSE_MILLISECONDS = 500;
const MOST_RESTARTS = 10;

/** The process of a registry. It ends with this one, and is started again on the same port when it ends by itself. */
export class RegistryProcess {
  /** Resolves with the address, without a trailing slash, when the registry has everything it had. */
  serving: Promise<string>;
  private process: ManagedProcess | undefined;
  private watch: ParentWatch | undefined;
  private restartsLeft = 0;
  private stopping = false;

  private constructor(
    private readonly options: RegistryProcessOptions,
    private readonly port: number,
    private readonly orphans: ProcessOrphans,
  ) {
    this.serving = this.startOnce();
  }

  /** @throws Error when the registry does not answer in time; no process is left then. */
  static async start(options: RegistryProcessOptions): Promise<RegistryProcess> {
    mkdirSync(join(options.directory, "blobs"), { recursive: true, mode: 0o700 });
    const orphans = new ProcessOrphans(join(options.directory, "process.json"));
    orphans.end();
    const registry = new RegistryProcess(options, await freePort(), orphans);
    try {
      await registry.serving;
    } catch (error) {
      await registry.stop();
      throw error;
    }
    registry.restartsLeft = MOST_RESTARTS;
    return registry;
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.process?.stop(PATIENCE_MILLISECONDS);
    await this.watch?.end();
    this.orphans.clear();
  }

  private async startOnce(): Promise<string> {
    const { crane, directory, started } = this.options;
    const blobs = join(directory, "blobs");
    const url = `http://127.0.0.1:${this.port}`;
    const managed = await ManagedProcess.start({
      name: "registry",
      command: crane,
      args: ["registry", "serve", "--address", `127.0.0.1:${this.port}`, "--disk", blobs],
      logFile: join(directory, "registry.log"),
    });
    this.process = managed;
    this.watch = new ParentWatch([managed.pid]);
    this.orphans.add({ name: "registry", pid: managed.pid, mark: blobs });
    void managed.ended.then((how) => this.startAgain(how));
    await waitFor(() => this.answers(managed, url), {
      what: "the registry answers",
      timeoutMilliseconds: READY_MILLISECONDS,
    });
    await started(url);
    return url;
  }

  private async answers(managed: ManagedProcess, url: string): Promise<boolean> {
    if (!managed.isRunning) {
      throw new Error(`The registry has ended, see ${join(this.options.directory, "registry.log")}.`);
    }
    return fetch(`${url}/v2/`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  private async restarted(): Promise<string> {
    await this.watch?.end();
    await pause(RESTART_PAUSE_MILLISECONDS);
    if (this.stopping) {
      throw new Error("The registry is stopped.");
    }
    return this.startOnce();
  }

  private startAgain(how: string): void {
    if (this.stopping || this.restartsLeft === 0) {
      return;
    }
    this.restartsLeft -= 1;
    this.options.log(`the registry ended unexpectedly (${how})`);
    this.serving = this.restarted();
    // Whoever asks for the address is told, too.
    this.serving.catch((error: unknown) => this.options.log(String(error)));
  }
}
