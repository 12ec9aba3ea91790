import { agentCredential } from "./agentCredential";
import { createSession } from "./agentSession";
import { isConfigured, readSettings, type AgentSettings } from "./agentSettings";
import { displayTime } from "./diagnosticLog";
import { HttpClient } from "./httpClient";
import type { JobMessage } from "./jobMessage";
import { JobNotification } from "./jobNotification";
import type { ListenerArguments } from "./listenerArguments";
import type { ListenerContext } from "./listenerContext";
import { MessageQueue } from "./messageQueue";
import { proxyRoute } from "./proxyRoute";
import { returnCodes, type ReturnCode } from "./returnCodes";
import { runJob, type RunningJob } from "./runJob";
import { isUpdateDue, startUpdate } from "./selfUpdate";
import { ServiceClient, ServiceFailure } from "./serviceClient";
import { trustedAuthorities } from "./trustedAuthorities";

/**
 * Listens for jobs and runs them, with --once a single one. SIGINT cancels the job, waits for the worker and ends the session.
 * SIGTERM is not handled: it ends the process at once and leaves both, as it does with version 5.
 */
export async function run(context: ListenerContext, given: ListenerArguments): Promise<ReturnCode> {
  const { root, environment, misbehaviour, print } = context;
  if (!isConfigured(root)) {
    print("This agent is not configured.");
    return returnCodes.terminatedError;
  }
  const shutdown = shutdownSignal(context);
  if (misbehaviour.hang === "start") {
    await forever();
  }
  if (misbehaviour.exit?.when === "start") {
    return misbehaviour.exit.code;
  }
  const settings = readSettings(root);
  const http = new HttpClient(proxyRoute(root, environment), trustedAuthorities(environment));
  const service = new ServiceClient(http, settings.serverUrl, agentCredential(root, http));
  try {
    print("Connecting to the organization ...");
    const sessionId = await createSession(context, settings, service, shutdown);
    if (sessionId === undefined) {
      return returnCodes.terminatedError;
    }
    print(`${displayTime(new Date())}: Listening for jobs`);
    return await listen(context, given, settings, service, sessionId, shutdown);
  } catch (error) {
    // An agent whose right to listen was taken away ends as if it had been asked to.
    if (
      shutdown.aborted ||
      (error instanceof ServiceFailure && error.typeKey === "TaskAgentAccessTokenExpiredException")
    ) {
      return returnCodes.success;
    }
    throw error;
  }
}

async function listen(
  context: ListenerContext,
  given: ListenerArguments,
  settings: AgentSettings,
  service: ServiceClient,
  sessionId: string,
  shutdown: AbortSignal,
): Promise<ReturnCode> {
  const { misbehaviour, log } = context;
  const isOnce = given.flag("once");
  const queue = new MessageQueue(context, settings, service, sessionId);
  const notification = await JobNotification.open(settings.notificationSocketAddress, misbehaviour.silentNotifications);
  const stop = new AbortController();
  const polling = AbortSignal.any([stop.signal, shutdown]);
  let remainingJobs = isOnce ? (misbehaviour.secondJob === true ? 2 : 1) : Infinity;
  let outcome: ReturnCode = returnCodes.success;
  let job: RunningJob | undefined;

  const end = (code: ReturnCode) => {
    outcome = code;
    stop.abort();
  };
  const update = () => {
    startUpdate(context, !isOnce && given.text("startuptype")?.toLowerCase() !== "service");
    end(isOnce ? returnCodes.runOnceAgentUpdating : returnCodes.agentUpdating);
  };
  const jobEnded = () => {
    if (misbehaviour.exit?.when === "afterJob") {
      end(misbehaviour.exit.code);
    } else if (isUpdateDue(context, "afterJob")) {
      update();
    } else if (remainingJobs === 0 || misbehaviour.hang === "afterJob") {
      end(returnCodes.success);
    }
  };
  const begin = async (message: JobMessage) => {
    await job?.ended;
    remainingJobs -= 1;
    job = runJob(context, { settings, service, notification, isLastJob: isOnce && remainingJobs === 0 }, message);
    void job.ended.then(jobEnded);
  };

  try {
    if (isUpdateDue(context, "start")) {
      update();
    }
    while (!polling.aborted) {
      const message = await queue.next(polling);
      if (message.messageType === "PipelineAgentJobRequest") {
        if (misbehaviour.exit?.when === "beforeJob") {
          end(misbehaviour.exit.code);
          break;
        }
        if (remainingJobs === 0) {
          // Left in the queue: it is not for this agent any more.
          continue;
        }
        await begin(JSON.parse(message.body) as JobMessage);
      } else if (message.messageType === "JobCancellation" && isFor(job, message.body)) {
        job?.cancel();
      }
      await queue.delete(message).catch((error: unknown) => log.error(`A message was not deleted: ${String(error)}`));
    }
  } catch (error) {
    if (!polling.aborted) {
      throw error;
    }
  } finally {
    // A job still runs here only when the listener was interrupted or has failed.
    job?.cancel();
    await job?.ended;
    await queue.close().catch((error: unknown) => log.error(`The session was not ended: ${String(error)}`));
    await notification.close();
  }
  if (misbehaviour.hang === "afterJob" && job !== undefined) {
    await forever();
  }
  return outcome;
}

function isFor(job: RunningJob | undefined, body: string): boolean {
  return job?.jobId === (JSON.parse(body) as { jobId: string }).jobId;
}

function shutdownSignal({ misbehaviour, print }: ListenerContext): AbortSignal {
  const shutdown = new AbortController();
  process.on("SIGINT", () => {
    if (misbehaviour.ignoreInterrupt !== true) {
      print("Interrupted: ending ...");
      shutdown.abort();
    }
  });
  return shutdown.signal;
}

/** A promise alone would let the process end. */
function forever(): Promise<never> {
  return new Promise(() => setInterval(() => undefined, 60_000));
}
