import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentSettings } from "./agentSettings";
import { resultOf, type TaskResult } from "./jobResults";
import type { JobMessage, WorkerOrder } from "./jobMessage";
import type { ListenerContext } from "./listenerContext";

/** A job in a process of its own, `bin/Agent.Worker`. */
export interface RunningWorker {
  readonly ended: Promise<{ readonly result: TaskResult; readonly log: string }>;
  /** Ends the job. Its result is `canceled` then, however it ends. */
  cancel(): void;
}

/** How long a cancelled script has by default after SIGINT, and again after SIGTERM. */
const cancelSeconds = 7.5;

/** The worker inherits the listener's environment and outlives a listener that dies. */
export function runWorker(context: ListenerContext, settings: AgentSettings, job: JobMessage): RunningWorker {
  const { root, environment, misbehaviour } = context;
  const pages = join(root, "_diag", "pages");
  mkdirSync(pages, { recursive: true });
  const order: WorkerOrder = {
    job,
    agent: {
      id: settings.agentId,
      name: settings.agentName,
      poolName: settings.poolName,
      serverUrl: settings.serverUrl,
    },
    workFolder: settings.workFolder,
    logFile: join(pages, `${job.jobId}.log`),
    cancelSeconds: misbehaviour.cancelSeconds ?? cancelSeconds,
    crash: misbehaviour.crashWorker === true,
  };
  const worker = spawn(join(root, "bin", "Agent.Worker"), ["spawnclient"], {
    cwd: join(root, "bin"),
    env: environment,
    stdio: ["pipe", "ignore", "inherit"],
  });
  worker.stdin.on("error", () => undefined);
  worker.stdin.end(`${JSON.stringify(order)}\n`);
  let isCancelled = false;
  const ended = new Promise<TaskResult>((resolve) => {
    worker.once("error", (error) => {
      context.log.error(`The worker did not start: ${error.message}`);
      resolve("failed");
    });
    worker.once("exit", (code) => resolve(isCancelled ? "canceled" : resultOf(code)));
  });
  return {
    ended: ended.then((result) => ({ result, log: textOf(order.logFile) })),
    cancel: () => {
      isCancelled = true;
      worker.kill("SIGINT");
    },
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The worker died before it wrote anything.
    return "";
  }
}
