import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { SandboxPaths } from "./paths";
import type { ServerOptions } from "./server";
import { folderOwner, isAlive, runningServer, type RunningServer } from "./serverFile";

/** The server did not come up or did not end; its log says why. */
export class ServerError extends Error {}

const startLimitSeconds = 60;
const stopLimitSeconds = 30;

/**
 * Starts the server in the background, where it outlives this process, and waits until it answers. When two are started at
 * once, the one that owns the folder serves both.
 */
export async function startServer(
  paths: SandboxPaths,
  options: ServerOptions,
  signal: AbortSignal,
): Promise<RunningServer> {
  const server = spawnServer(paths, options);
  const started = await until(startLimitSeconds, () => {
    signal.throwIfAborted();
    const isComing = isAlive(server) || folderOwner(paths) !== undefined;
    return runningServer(paths) ?? (isComing ? undefined : "dead");
  });
  if (started === undefined || started === "dead") {
    throw new ServerError(
      `The sandbox's server did not start. The end of ${paths.serverLog}:\n${tail(paths.serverLog)}`,
    );
  }
  return started;
}

function spawnServer(paths: SandboxPaths, options: ServerOptions): number {
  mkdirSync(paths.root, { recursive: true });
  const log = openSync(paths.serverLog, "a", 0o600);
  const server = spawn(process.execPath, ["--import", "tsx", join(__dirname, "server.ts"), JSON.stringify(options)], {
    cwd: join(__dirname, ".."),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  server.unref();
  if (server.pid === undefined) {
    throw new ServerError(`The sandbox's server could not be started by ${process.execPath}.`);
  }
  return server.pid;
}

/** Ends the server and everything it runs, also one that is still starting. Resolves when its process is gone. */
export async function stopServer(paths: SandboxPaths): Promise<void> {
  const server = folderOwner(paths);
  if (server === undefined) {
    return;
  }
  process.kill(server, "SIGTERM");
  const ended = await until(stopLimitSeconds, () => (isAlive(server) ? undefined : true));
  if (ended === undefined) {
    throw new ServerError(
      `The sandbox's server (process ${server}) is still there after ${stopLimitSeconds} seconds; ${paths.serverLog} may tell why.`,
    );
  }
}

/** Asks again and again until there is an answer, or the time is over. */
async function until<T>(limitSeconds: number, ask: () => T | undefined): Promise<T | undefined> {
  const deadline = Date.now() + limitSeconds * 1000;
  for (;;) {
    const answer = ask();
    if (answer !== undefined || Date.now() > deadline) {
      return answer;
    }
    await pause(50);
  }
}

function tail(path: string): string {
  return readFileSync(path, "utf8").trim().split("\n").slice(-20).join("\n");
}
