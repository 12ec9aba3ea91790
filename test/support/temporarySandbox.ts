import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sandboxPaths, type SandboxPaths } from "../../sandbox/paths";
import { stopServer } from "../../sandbox/serverProcess";
import { openSession, type Session, type SessionOptions } from "../../sandbox/session";

/** What a test or a measurement may choose of a session. */
export type Subject = Pick<SessionOptions, "program" | "stack" | "stackFile">;

/** An empty sandbox on a folder of its own. Nothing runs in it before a session is opened. */
export function createTemporarySandbox(): SandboxPaths {
  return sandboxPaths(mkdtempSync(join(tmpdir(), "aks-agents-")));
}

/** Stops what runs in the sandbox and deletes its folder. */
export async function removeTemporarySandbox(paths: SandboxPaths): Promise<void> {
  await stopServer(paths);
  rmSync(paths.root, { recursive: true });
}

/** Gives an action an empty sandbox of its own, and removes it afterwards. */
export async function inTemporarySandbox<T>(action: (paths: SandboxPaths) => Promise<T>): Promise<T> {
  const paths = createTemporarySandbox();
  try {
    return await action(paths);
  } finally {
    await removeTemporarySandbox(paths);
  }
}

/** Opens a session on a subject, by default as fast as the sandbox can be. */
export async function openSubject(
  paths: SandboxPaths,
  subject: Subject,
  {
    signal = new AbortController().signal,
    durationFactor = 0,
  }: Partial<Pick<SessionOptions, "signal" | "durationFactor">> = {},
): Promise<Session> {
  return openSession({ ...subject, paths, durationFactor, identityDelaySeconds: 0, signal });
}

/** Runs the engine on a stack and fails with what it printed unless it ends with success. */
export async function runEngine(session: Session, command: string, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await session.capture([command, ...args, "--stack", session.stack]);
  if (exitCode !== 0) {
    throw new Error(`pulumi ${command} of ${session.stack} ended with ${exitCode}:\n${stdout}\n${stderr}`);
  }
  return stdout;
}
