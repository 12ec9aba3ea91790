import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sandboxPaths, type SandboxPaths } from "../sandbox/paths";
import { stopServer } from "../sandbox/serverProcess";
import { openSession, type Session, type SessionOptions } from "../sandbox/session";

/** What a measurement may choose of a session. */
export type Subject = Pick<SessionOptions, "program" | "stack" | "stackFile">;

/** Gives an action an empty sandbox of its own, and removes it afterwards. */
export async function inTemporarySandbox<T>(action: (paths: SandboxPaths) => Promise<T>): Promise<T> {
  const paths = sandboxPaths(mkdtempSync(join(tmpdir(), "aks-agents-bench-")));
  try {
    return await action(paths);
  } finally {
    await stopServer(paths);
    rmSync(paths.root, { recursive: true });
  }
}

/** Opens a session on a subject, as fast as the sandbox can be. */
export async function openSubject(paths: SandboxPaths, subject: Subject): Promise<Session> {
  return openSession({
    ...subject,
    paths,
    durationFactor: 0,
    identityDelaySeconds: 0,
    signal: new AbortController().signal,
  });
}

/** Runs the engine on a stack and fails with what it printed unless it ends with success. */
export async function runEngine({ capture, stack }: Session, command: string, ...args: string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await capture([command, "--stack", stack, ...args]);
  if (exitCode !== 0) {
    throw new Error(`pulumi ${command} of ${stack} ended with ${exitCode}:\n${stdout}\n${stderr}`);
  }
}
