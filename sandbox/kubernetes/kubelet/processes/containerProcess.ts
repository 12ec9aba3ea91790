import { spawn } from "node:child_process";
import type { ContainerExit } from "../containerRunner";
import type { ContainerLog } from "./containerLog";
import { killContainer } from "./killContainer";
import type { ProcessSpec } from "./processSpec";
import { signalExitCode } from "./runCommand";

/** The container's program cannot be started, in the container runtime's words. */
export class ContainerStartError extends Error {}

export interface ContainerProcessOptions {
  readonly root: string;
  readonly spec: ProcessSpec;
  readonly log: ContainerLog;
  /** False in a Windows container, where no signal arrives and the process just ends (containerd, microsoft/hcsshim). */
  readonly obeysSignals: boolean;
}

/** The processes of one running container. */
export interface ContainerProcess {
  readonly pid: number;
  /** Resolves, never rejects, when no process of the container is left. */
  readonly ended: Promise<ContainerExit>;
  /** Asks the first process to end, once, and kills all after so many seconds: the shortest time of all calls counts. */
  stop(gracePeriodSeconds: number): void;
}

/** The end of the first process closes the pipes, unless a process that escaped the search holds them. */
const DRAIN_MILLISECONDS = 1_000;

/** Starts the container's first process in a session of its own. @throws ContainerStartError */
export async function startContainerProcess(options: ContainerProcessOptions): Promise<ContainerProcess> {
  const { root, spec, log, obeysSignals } = options;
  const [program = "", ...args] = spec.command;
  const child = spawn(program, args, {
    cwd: spec.workingDirectory,
    env: spec.environment,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number>((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? signalExitCode(signal))),
  );
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  log.collect(child.stdout, "stdout");
  log.collect(child.stderr, "stderr");
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(new ContainerStartError(startFailure(program, error))));
  });
  const { pid } = child;
  if (pid === undefined) {
    throw new ContainerStartError(startFailure(program, new Error("no process")));
  }
  let alive = true;
  let timer: NodeJS.Timeout | undefined;
  let deadline = Infinity;
  const kill = () => {
    if (alive) {
      killContainer(root, { pid, hasEnded: false });
    }
  };
  return {
    pid,
    ended: exited.then(async (exitCode) => {
      alive = false;
      clearTimeout(timer);
      killContainer(root, { pid, hasEnded: true });
      await within(closed, DRAIN_MILLISECONDS);
      return { exitCode, reason: exitCode === 0 ? "Completed" : "Error" };
    }),
    stop(gracePeriodSeconds) {
      if (gracePeriodSeconds <= 0 || !obeysSignals) {
        kill();
        return;
      }
      if (deadline === Infinity) {
        child.kill("SIGTERM");
      }
      deadline = Math.min(deadline, Date.now() + gracePeriodSeconds * 1000);
      clearTimeout(timer);
      timer = setTimeout(kill, deadline - Date.now());
    },
  };
}

function startFailure(program: string, error: NodeJS.ErrnoException): string {
  const why = error.code === "ENOENT" ? "executable file not found in $PATH" : error.message;
  return `failed to create containerd task: failed to create shim task: exec: "${program}": ${why}: unknown`;
}

async function within(task: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    task,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    }),
  ]);
  clearTimeout(timer);
}
