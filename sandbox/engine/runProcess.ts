import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

export interface ProcessResult {
  /** 128 + n when a signal ended the process, as in a shell; 127 when it could not be started. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProcessOptions {
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** `inherit` shows what the process prints and lets it read the terminal; `collect` (the default) returns it. */
  readonly output?: "inherit" | "collect";
  /** Called with the running process's `kill`. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

const signalNumbers: Partial<Record<NodeJS.Signals, number>> = { SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** Runs a program with an argument array, never through a shell. Never rejects: a failure is an exit code. */
export async function runProcess(
  program: string,
  args: readonly string[],
  { cwd, env, output = "collect", onStart }: ProcessOptions = {},
): Promise<ProcessResult> {
  const child = spawn(program, [...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: output === "inherit" ? "inherit" : ["ignore", "pipe", "pipe"],
  });
  onStart?.((signal) => child.kill(signal));
  const ended = new Promise<number>((resolve) => {
    child.on("error", () => resolve(127));
    child.on("close", (code, signal) => resolve(code ?? 128 + (signalNumbers[signal ?? "SIGTERM"] ?? 0)));
  });
  const [exitCode, stdout, stderr] = await Promise.all([ended, collect(child.stdout), collect(child.stderr)]);
  return { exitCode, stdout, stderr };
}

async function collect(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream === null ? "" : text(stream);
}
