import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";

export interface ProcessSpec {
  /** Short name, for messages. */
  readonly name: string;
  /** Path of the executable. */
  readonly command: string;
  readonly args: readonly string[];
  /** File that receives what the process prints. */
  readonly logFile: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A server process of a control plane: started apart from the terminal's process group, so that Ctrl-C reaches the sandbox only. */
export class ManagedProcess {
  readonly name: string;
  readonly pid: number;
  /** Resolves, never rejects, with how the process ended. */
  readonly ended: Promise<string>;
  private running = true;

  private constructor(
    spec: ProcessSpec,
    private readonly child: ChildProcess,
    pid: number,
  ) {
    this.name = spec.name;
    this.pid = pid;
    this.ended = new Promise((resolve) =>
      child.once("exit", (code, signal) => {
        this.running = false;
        resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
      }),
    );
  }

  /** @throws Error when the executable cannot be started. */
  static async start(spec: ProcessSpec): Promise<ManagedProcess> {
    const log = openSync(spec.logFile, "a", 0o600);
    try {
      const child = spawn(spec.command, spec.args, {
        detached: true,
        env: { ...process.env, ...spec.env },
        stdio: ["ignore", log, log],
      });
      await new Promise((resolve, reject) => {
        child.once("spawn", resolve);
        child.once("error", (error) => reject(new Error(`${spec.name} cannot be started: ${error.message}`)));
      });
      if (child.pid === undefined) {
        throw new Error(`${spec.name} has no process id.`);
      }
      return new ManagedProcess(spec, child, child.pid);
    } finally {
      closeSync(log);
    }
  }

  get isRunning(): boolean {
    return this.running;
  }

  signal(signal: NodeJS.Signals): void {
    if (this.running) {
      this.child.kill(signal);
    }
  }

  /** Waits for the end at most so long; true when it has ended. */
  async endsWithin(milliseconds: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([this.ended, timeout]);
    clearTimeout(timer);
    return !this.running;
  }

  /** Asks to end, then ends by force. Resolves when the process is gone. */
  async stop(patienceMilliseconds: number): Promise<void> {
    this.signal("SIGTERM");
    if (!(await this.endsWithin(patienceMilliseconds))) {
      this.signal("SIGKILL");
      await this.ended;
    }
  }
}
