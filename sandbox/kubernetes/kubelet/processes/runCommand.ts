import { spawn } from "node:child_process";
import type { CommandResult } from "../containerRunner";
import { descendants, processTable } from "./processTable";
import type { ProcessSpec } from "./processSpec";

/** Kubelet looks at no more of what a probe or a hook prints (pkg/probe/exec). */
const MOST_OUTPUT_BYTES = 10_240;

const DRAIN_MILLISECONDS = 200;

/** Runs a further process in a container, for a hook or a probe, and ends it after the time-out. Never rejects. */
export function runCommand(spec: ProcessSpec, timeoutMilliseconds: number): Promise<CommandResult> {
  const [program = "", ...args] = spec.command;
  return new Promise((resolve) => {
    let output = "";
    let timedOut = false;
    const child = spawn(program, args, {
      cwd: spec.workingDirectory,
      env: spec.environment,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const timer = setTimeout(() => {
      timedOut = true;
      killTree(child.pid);
    }, timeoutMilliseconds);
    const end = (result: CommandResult) => {
      clearTimeout(timer);
      // What a descendant still prints is nobody's any more.
      child.stdout.destroy();
      child.stderr.destroy();
      resolve(result);
    };
    const collect = (chunk: Buffer) => {
      output = `${output}${chunk.toString("utf8")}`.slice(0, MOST_OUTPUT_BYTES);
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", ({ message }) => end({ exitCode: 126, output: message, timedOut: false }));
    child.once("exit", (code, signal) => {
      const finish = () => end({ exitCode: code ?? signalExitCode(signal), output, timedOut });
      child.once("close", finish);
      // A descendant may hold the pipes.
      setTimeout(finish, DRAIN_MILLISECONDS).unref();
    });
  });
}

/** What a shell and a container runtime call an end by a signal. */
export function signalExitCode(signal: NodeJS.Signals | null): number {
  return 128 + (signal === "SIGTERM" ? 15 : signal === "SIGINT" ? 2 : 9);
}

function killTree(pid: number | undefined): void {
  if (pid === undefined) {
    return;
  }
  for (const found of descendants(processTable(), pid)) {
    try {
      process.kill(found, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}
