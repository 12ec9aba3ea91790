import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Clock } from "../clock";
import type { Log } from "../log";
import type { Platform } from "../platform/platform";
import { SupervisorError } from "../supervisorError";
import { within } from "../agent/waiting";
import type { JobEvents, Listener, ListenerCommand, ListenerEnd, ListenerProcess } from "./listener";
import type { NotificationServer } from "./notificationServer";
import { watchWorkerLogs } from "./workerLogWatch";

/** How many of its last lines a listener's end carries. */
const keptLines = 20;
/** A process that a job has left behind may hold the output open; nobody waits for that one. */
const outputMilliseconds = 500;

export interface ListenerWorld {
  readonly agentFolder: string;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly log: Log;
  readonly notifications: NotificationServer;
}

/** The listener of an agent package, as a process. */
export function createListener(world: ListenerWorld): Listener {
  const { agentFolder, platform, notifications } = world;
  let last: ChildProcess | undefined;
  return {
    notificationAddress: notifications.address,
    start: (command, events) => {
      const child = launch(world, command);
      last = child;
      return supervise(world, child, events);
    },
    workerRuns: () => platform.workerRuns(agentFolder),
    killTree: () => platform.killTree(last?.pid, agentFolder),
  };
}

function launch({ agentFolder, platform }: ListenerWorld, command: ListenerCommand): ChildProcess {
  return spawn(platform.listenerFile(agentFolder), [...command.arguments], {
    cwd: agentFolder,
    env: { ...command.environment },
    stdio: ["ignore", "pipe", "pipe"],
    // A session, or console, of its own: Ctrl-C at a terminal is for the supervisor, and what belongs to the listener is known.
    detached: true,
    windowsHide: true,
  });
}

function supervise(world: ListenerWorld, child: ChildProcess, events: JobEvents): ListenerProcess {
  const { agentFolder, platform, clock, log, notifications } = world;
  const logs = watchWorkerLogs(agentFolder, clock, events, () => platform.workerRuns(agentFolder));
  notifications.expect(logs.told);
  const output: string[] = [];
  const lines = [child.stdout, child.stderr]
    .filter((stream) => stream !== null)
    .map((stream) => readLines(stream, log, output));
  const exited = new Promise<number | undefined>((resolve, reject) => {
    child.once("exit", (code) => resolve(code ?? undefined));
    child.once("error", (error) => reject(startProblem(platform.listenerFile(agentFolder), error)));
  });
  const ended = async (): Promise<ListenerEnd> => {
    try {
      const code = await exited;
      await within(clock, outputMilliseconds, Promise.all(lines));
      return { code, output };
    } finally {
      await logs.stop();
    }
  };
  const act = async (action: (pid: number) => Promise<void>) => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      await action(child.pid);
    }
  };
  return {
    ended: ended(),
    stop: () => act((pid) => platform.stop(pid)),
    interrupt: () => act((pid) => platform.interrupt(pid)),
  };
}

function readLines(stream: Readable, log: Log, output: string[]): Promise<void> {
  const reader = createInterface({ input: stream, crlfDelay: Infinity });
  reader.on("line", (line) => {
    if (line.trim() !== "") {
      log.info("agent", line);
      output.push(line);
      output.splice(0, output.length - keptLines);
    }
  });
  return new Promise((resolve) => reader.once("close", resolve));
}

function startProblem(file: string, error: Error): SupervisorError {
  return new SupervisorError("listener", `The listener cannot be started: ${error.message}`, [
    `Check that ${file} exists, belongs to this system's processor, and may be executed by the container's user.`,
  ]);
}
