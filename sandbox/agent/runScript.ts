import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { MaskHint } from "./jobMessage";
import { descendantsOf } from "./processTree";
import { scriptOutput } from "./scriptOutput";

export interface ScriptOptions {
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Its output is appended there. */
  readonly logFile: string;
  /** What is written there as `***`. */
  readonly mask: readonly MaskHint[];
  /** How long it has after SIGINT, and again after SIGTERM. */
  readonly cancelSeconds: number;
}

/** Runs a line in the shell; resolves to its exit code, null when a signal ended it. A cancelled one leaves no process behind. */
export async function runScript(
  script: string,
  options: ScriptOptions,
  cancelled: AbortSignal,
): Promise<number | null> {
  const output = scriptOutput(options.logFile, options.mask);
  const shell = spawn("/bin/sh", ["-c", script], {
    cwd: options.cwd,
    env: options.environment,
    stdio: output.stdio,
  });
  const written = output.collect(shell);
  const ended = new Promise<number | null>((resolve, reject) => {
    shell.once("exit", resolve);
    shell.once("error", reject);
  });
  let stopping: Promise<void> | undefined;
  cancelled.addEventListener("abort", () => {
    stopping = stop(shell, ended, options.cancelSeconds);
  });
  const exitCode = await ended;
  await stopping;
  await written();
  return exitCode;
}

/** First asked, then told, then killed (azure-pipelines-agent ProcessInvoker.cs). */
async function stop(shell: ChildProcess, ended: Promise<unknown>, graceSeconds: number): Promise<void> {
  const tree = shell.pid === undefined ? [] : descendantsOf(shell.pid);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    shell.kill(signal);
    const isOver = await Promise.race([ended.then(() => true), pause(graceSeconds * 1000, false)]);
    if (isOver) {
      break;
    }
  }
  shell.kill("SIGKILL");
  tree.forEach(kill);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
