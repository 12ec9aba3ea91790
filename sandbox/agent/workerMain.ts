import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { DiagnosticLog } from "./diagnosticLog";
import { jobEnvironment } from "./jobEnvironment";
import type { WorkerOrder } from "./jobMessage";
import { exitCodeOf, type TaskResult } from "./jobResults";
import { runScript } from "./runScript";

const cancellation = new AbortController();

/** `bin/Agent.Worker`: runs one job, which the listener gives it on standard input. SIGINT cancels it. */
async function main(): Promise<TaskResult> {
  process.on("SIGINT", () => cancellation.abort());
  const root = dirname(dirname(process.argv[1] ?? __filename));
  const log = new DiagnosticLog(root, "Worker");
  const order = JSON.parse(await text(process.stdin)) as WorkerOrder;
  log.info(`Job ${order.job.jobId}, request ${order.job.requestId}.`);
  if (order.crash) {
    setTimeout(() => process.kill(process.pid, "SIGKILL"), order.job.seconds * 500);
  }
  const result = await runJob(order, root);
  log.info(`The job is over: ${result}.`);
  return result;
}

async function runJob(order: WorkerOrder, root: string): Promise<TaskResult> {
  const { job, logFile, cancelSeconds } = order;
  const { signal } = cancellation;
  const cwd = resolve(root, order.workFolder);
  mkdirSync(join(cwd, "_temp"), { recursive: true });
  if (signal.aborted) {
    return "canceled";
  }
  if (job.script === undefined) {
    await pause(job.seconds * 1000, undefined, { signal }).catch(() => undefined);
    return signal.aborted ? "canceled" : job.result;
  }
  const environment = jobEnvironment(order, root, cwd, process.env);
  const exitCode = await runScript(job.script, { cwd, environment, logFile, mask: job.mask, cancelSeconds }, signal);
  if (signal.aborted) {
    return "canceled";
  }
  return exitCode === 0 ? job.result : "failed";
}

void main().then((result) => process.exit(exitCodeOf(result)));
