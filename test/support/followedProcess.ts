import type { ChildProcess } from "node:child_process";

export interface EndedProcess {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

/** A process with what it prints. */
export interface FollowedProcess {
  readonly process: ChildProcess;
  readonly ended: Promise<EndedProcess>;
  /** What it has printed so far, on both streams. */
  readonly output: () => string;
}

/** Collects what a process prints whose output is piped. */
export function followed(child: ChildProcess): FollowedProcess {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = new Promise<EndedProcess>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, output }));
  });
  return { process: child, ended, output: () => output };
}
