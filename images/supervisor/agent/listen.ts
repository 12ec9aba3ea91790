import type { AgentContext } from "./agentContext";
import { awaitUpdate } from "./awaitUpdate";
import { bounded } from "./callService";
import { attempts, limits } from "./limits";
import type { ListenerEnd, ListenerProcess } from "../listener/listener";
import { runArguments } from "../listener/listenerArguments";
import { listenerEnvironment } from "../listener/listenerEnvironment";
import { nextStep } from "../listener/nextStep";
import { OneJobGuard } from "./oneJobGuard";
import type { Registration } from "./register";
import { stopListener } from "./stopListener";
import { stopwatch } from "../stopwatch";
import { SupervisorError } from "../supervisorError";
import { growingPauses, pause, within } from "./waiting";
import { watchOnline } from "./watchOnline";
import { watchWorker } from "./watchWorker";

const stage = "listen";

/** Why the listening has ended. */
export type Outcome =
  /** The agent is to go. The listener may still run. */
  | { readonly kind: "leave"; readonly process?: ListenerProcess; readonly ofItself?: boolean }
  /** The record on the server is not usable any more, or has gone. */
  | { readonly kind: "registerAgain" }
  | { readonly kind: "failed"; readonly error: SupervisorError };

/** Runs listeners, one after the other, until the agent is to go or has to be registered anew. */
export async function listen(context: AgentContext, registration: Registration): Promise<Outcome> {
  const { clock, log, departure, status } = context;
  const guard = new OneJobGuard(context, registration);
  const pauses = () => growingPauses(2_000, 60_000);
  let pausesOfFailures = pauses();
  let failures = 0;
  let updates = 0;
  while (!departure.isAsked) {
    status.stage = "waiting";
    const startedAt = clock.now();
    const jobsBefore = context.jobs.started;
    const run = await listenOnce(context, registration, guard);
    status.stage = "waiting";
    if (run.end === undefined) {
      return { kind: "leave", process: run.process, ofItself: run.idle };
    }
    if (context.jobs.started > jobsBefore || clock.now() - startedAt > limits.soundRun) {
      [failures, updates, pausesOfFailures] = [0, 0, pauses()];
    }
    const step = await stepAfter(context, registration, run.end, startedAt);
    log.info(stage, `The listener ended with ${run.end.code ?? "a signal"}: ${meanings[step]}`);
    if (step === "over" || step === "registerAgain") {
      return step === "over" ? { kind: "leave" } : { kind: "registerAgain" };
    }
    if (step === "failed") {
      return failed("The listener failed with the one job of this agent.", run.end);
    }
    if (step === "update") {
      updates += 1;
      if (updates > attempts.update) {
        return failed(`The agent has updated itself ${attempts.update} times in a row without a job.`, run.end, [
          "The image holds an agent that is older than the pool demands: build it with the current one.",
        ]);
      }
      const updated = await awaitUpdate(context, startedAt);
      if (!updated && !departure.isAsked) {
        return failed("The agent's update of itself has not ended within its limit.", run.end);
      }
      continue;
    }
    failures += 1;
    if (failures >= attempts.listener) {
      return failed(`The listener has ended ${failures} times in a row when it should have listened.`, run.end);
    }
    await pause(clock, pausesOfFailures.next().value, departure.askedSignal);
  }
  return { kind: "leave" };
}

const meanings = {
  over: "the one job is over.",
  update: "it updates itself.",
  startAgain: "it is started again.",
  registerAgain: "the agent is registered anew.",
  failed: "its job was not over.",
};

interface ListenerRun {
  /** Undefined when the agent is to go. */
  readonly end?: ListenerEnd;
  /** The listener when it still runs. */
  readonly process?: ListenerProcess;
  /** Whether it is to go because it had no job for so long. */
  readonly idle?: boolean;
}

/** One listener, until it ends or the agent is to go. */
async function listenOnce(context: AgentContext, registration: Registration, guard: OneJobGuard): Promise<ListenerRun> {
  const { settings, environment, environmentCaseSensitive, clock, log, listener, departure, jobs } = context;
  const elapsed = stopwatch(clock);
  const process = listener.start(
    {
      arguments: runArguments(settings),
      environment: listenerEnvironment(environment, environmentCaseSensitive),
    },
    jobs,
  );
  const run: { end?: ListenerEnd } = {};
  const ended = process.ended.then((end) => (run.end = end));
  // Who waits for it below is told of the error; when nobody does any more, it is of no interest.
  ended.catch(() => undefined);
  const watching = new AbortController();
  void watchOnline(context, registration, watching.signal, elapsed);
  void watchWorker(context, watching.signal);
  const idleSince = clock.now();
  try {
    while (!departure.isAsked && run.end === undefined) {
      const idleDeadline = idleDeadlineOf(context, idleSince);
      const verdict = guard.verdict();
      if (verdict !== "goesOn") {
        await (verdict === "kill" ? listener.killTree() : stopListener(context, process, limits.stopOfHanging));
        return {};
      }
      if (clock.now() >= idleDeadline) {
        log.info(stage, `No job within ${settings.idleTimeoutMinutes} minutes: the agent goes out of service.`);
        return { process, idle: true };
      }
      const deadline = Math.min(idleDeadline, guard.deadline());
      const wake = Promise.race([ended, departure.asked, jobs.changed()]);
      await (deadline === Infinity ? wake : within(clock, deadline - clock.now(), wake));
    }
    return run.end === undefined ? { process } : { end: run.end };
  } finally {
    watching.abort();
  }
}

/** Without a job for so long, the agent goes. A job that runs, and the time before it, do not count. */
function idleDeadlineOf({ settings, jobs }: AgentContext, listeningSince: number): number {
  return settings.idleTimeoutMinutes === 0 || jobs.running
    ? Infinity
    : Math.max(listeningSince, jobs.changedAt) + settings.idleTimeoutMinutes * 60_000;
}

async function stepAfter(context: AgentContext, registration: Registration, end: ListenerEnd, startedAt: number) {
  const { settings, jobs, files } = context;
  return nextStep({
    code: end.code,
    runOnce: settings.runOnce,
    jobSeen: jobs.started > 0,
    jobFinished: !jobs.running,
    sessionConflict: await files.sessionConflict(startedAt),
    server: await seenByServer(context, registration),
  });
}

async function seenByServer({ service, clock }: AgentContext, { pool, agentId }: Registration) {
  try {
    const agent = await bounded(clock, () => service.readAgent(pool, agentId));
    return agent === undefined ? "missing" : agent.online ? "online" : "offline";
  } catch {
    // Out of reach: the listener could not reach it either, and is simply started again.
    return undefined;
  }
}

function failed(message: string, end: ListenerEnd, remedies: readonly string[] = []): Outcome {
  const last = end.output.at(-1);
  return {
    kind: "failed",
    error: new SupervisorError("listener", last === undefined ? message : `${message} Its last line: ${last}`, [
      ...remedies,
      "Read the lines of the agent and its diagnostics above.",
    ]),
  };
}
