import type { AgentSettings } from "./agentSettings";
import { displayTime } from "./diagnosticLog";
import { JobLease } from "./jobLease";
import type { JobMessage } from "./jobMessage";
import type { JobNotification } from "./jobNotification";
import type { ListenerContext } from "./listenerContext";
import { runWorker } from "./runWorker";
import type { ServiceClient } from "./serviceClient";

export interface RunningJob {
  readonly jobId: string;
  /** Resolves when the result is reported, or cannot be. Never rejects. */
  readonly ended: Promise<void>;
  cancel(): void;
}

/** Whom a job concerns besides the worker. */
export interface JobSurroundings {
  readonly settings: AgentSettings;
  readonly service: ServiceClient;
  readonly notification: JobNotification;
  /** Said to the service with the result, so that it gives the agent no other job. */
  readonly isLastJob: boolean;
}

/** Runs a job as the dispatcher of the real agent does: lease, worker, notifications, result (JobDispatcher.cs). */
export function runJob(context: ListenerContext, surroundings: JobSurroundings, job: JobMessage): RunningJob {
  const cancellation = new AbortController();
  const ended = run(context, surroundings, job, cancellation.signal).catch((error: unknown) =>
    context.log.error(`The job ${job.jobId} came to grief: ${String(error)}`),
  );
  return { jobId: job.jobId, ended, cancel: () => cancellation.abort() };
}

async function run(
  context: ListenerContext,
  { settings, service, notification, isLastJob }: JobSurroundings,
  job: JobMessage,
  cancellation: AbortSignal,
): Promise<void> {
  const { print, log } = context;
  print(`${displayTime(new Date())}: Running job: ${job.jobDisplayName}`);
  log.info(`Job ${job.jobId}, request ${job.requestId}.`);
  const lease = new JobLease(context, service, settings.poolId, job.requestId);
  if (!(await lease.take(cancellation))) {
    return;
  }
  if (cancellation.aborted) {
    await lease.finish("canceled", isLastJob);
    return;
  }
  const worker = runWorker(context, settings, job);
  notification.started(job.jobId);
  cancellation.addEventListener("abort", () => worker.cancel());
  const workerEnd = new AbortController();
  const givenUp = lease.keep(workerEnd.signal).then((isGivenUp) => {
    if (isGivenUp) {
      worker.cancel();
    }
    return isGivenUp;
  });
  try {
    const { result, log: output } = await worker.ended;
    workerEnd.abort();
    const final = (await givenUp) ? "abandoned" : result;
    print(`${displayTime(new Date())}: The job ${job.jobDisplayName} is over: ${final}`);
    await uploadLog(context, service, job, output);
    await lease.finish(final, isLastJob);
  } finally {
    notification.finished(job.jobId);
  }
}

/** A log that is lost does not change the job's result. */
async function uploadLog(
  { log }: ListenerContext,
  service: ServiceClient,
  { plan }: JobMessage,
  output: string,
): Promise<void> {
  if (output === "") {
    return;
  }
  const path = `${plan.scopeIdentifier}/_apis/distributedtask/hubs/build/plans/${plan.planId}/logs/1`;
  await service
    .call("POST", path, { body: output })
    .catch((error: unknown) => log.error(`The job's log was not stored: ${String(error)}`));
}
