import { spawn, type ChildProcess } from "node:child_process";

/**
 * Ends processes by force as soon as this one is gone, however it went.
 *
 * A shell reads from a pipe that only this process holds open: the end of the input is the end of the parent, also after
 * SIGKILL. This needs nothing beyond POSIX; `PR_SET_PDEATHSIG` exists on Linux only and is not in Node's reach.
 */
export class ParentWatch {
  private readonly shell: ChildProcess;

  constructor(pids: readonly number[]) {
    this.shell = spawn("/bin/sh", ["-c", 'read -r _; kill -KILL "$@" 2>/dev/null', "sh", ...pids.map(String)], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    this.shell.unref();
  }

  /** Stops watching; the processes go on. */
  end(): Promise<void> {
    return new Promise((resolve) => {
      if (this.shell.exitCode !== null || this.shell.signalCode !== null) {
        resolve();
        return;
      }
      this.shell.ref();
      this.shell.once("exit", () => resolve());
      this.shell.kill("SIGKILL");
    });
  }
}
