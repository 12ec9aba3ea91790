import type { AgentContext } from "./agentContext";
import type { AgentRecord, PoolReference } from "../agentService";
import { bounded, callService, messageOf } from "./callService";
import { endByForce } from "./forcedEnd";
import { killAfterOneJob } from "./killAfterOneJob";
import { limits, rhythms } from "./limits";
import type { ListenerProcess } from "../listener/listener";
import { removeAgent } from "./removeAgent";
import { stopListener } from "./stopListener";
import { stopwatch } from "../stopwatch";
import { growingPauses, pause } from "./waiting";

const stage = "leave";

/** What is known of the agent that goes. */
export interface Leaving {
  /** Undefined when Azure DevOps was never reached. */
  readonly pool?: PoolReference;
  /** Undefined when it is not known whether the agent is registered: then its name decides. */
  readonly agentId?: number;
  /** The listener that runs. */
  readonly process?: ListenerProcess;
  /**
   * Whether the agent goes because it had nothing to do: a job that reaches it meanwhile is a job like any other, and has no limit
   * until somebody asks the agent to go.
   */
  readonly ofItself?: boolean;
}

export interface Departed {
  /** Whether a read after the removal did not find the agent any more, or it never was registered. */
  readonly removed: boolean;
  /** Whether a job was ended before it was over. */
  readonly jobCutOff: boolean;
}

type Wait = "idle" | "blind" | "limit" | "pressed";

/**
 * Takes the agent out of service: disable it, so that no further job is assigned; wait until a read after that shows no job and
 * no worker runs; stop the listener; remove the agent. A job that is not over at the drain limit, or when the agent is pressed,
 * is cut off.
 */
export async function takeOutOfService(context: AgentContext, leaving: Leaving): Promise<Departed> {
  const { clock, log, listener } = context;
  const elapsed = stopwatch(clock);
  context.status.stage = "leaving";
  const drainDeadline = drainDeadlineOf(context, leaving);
  const stopped = new AbortController();
  let disabled = false;
  void killAfterOneJob(context, () => disabled, stopped.signal);
  const located = await locate(
    context,
    leaving,
    farewellDeadline(clock.now(), drainDeadline),
    context.departure.pressedSignal,
  );
  if (located.agent !== undefined && located.pool !== undefined) {
    const deadline = farewellDeadline(clock.now(), drainDeadline);
    disabled = await disable(context, located.pool, located.agent, deadline);
  }
  const observed: Observation = { job: undefined, worker: false };
  const wait = await waitUntilIdle(context, located, drainDeadline, observed);
  const jobCutOff = (wait === "limit" || wait === "pressed") && (observed.worker || observed.job !== undefined);
  if (jobCutOff) {
    await endByForce(context, leaving.process, wait === "pressed" ? "a second signal" : "the drain limit");
  } else if (leaving.process !== undefined) {
    await stopListener(context, leaving.process);
  }
  await listener.killTree();
  stopped.abort();
  const removed = await remove(context, leaving, located);
  if (removed) {
    log.info(stage, `Out of service after ${elapsed()}: the agent is removed from the pool.`);
  }
  return { removed, jobCutOff };
}

/** Up to when a job may go on, in milliseconds since the epoch. It counts from the wish, whatever was under way then. */
function drainDeadlineOf({ departure, clock, settings }: AgentContext, { ofItself }: Leaving): () => number {
  const begun = clock.now();
  return () => {
    const since = departure.askedAt ?? (ofItself === true ? Infinity : begun);
    return since + settings.drainTimeoutMinutes * 60_000;
  };
}

/** Up to when the agent is looked up or disabled: within the drain, which begins at once when somebody asks meanwhile. */
function farewellDeadline(begun: number, drainDeadline: () => number): () => number {
  return () => Math.min(begun + limits.blind, Math.max(begun + limits.farewell, drainDeadline()));
}

interface Located {
  readonly pool?: PoolReference;
  readonly agent?: AgentRecord;
  /** Whether the service has answered: without an agent in its answer, there is nothing to remove. */
  readonly certain: boolean;
}

/** The agent's record, by number where it is known: another pod's agent of the same name is not ours to remove. */
async function locate(
  context: AgentContext,
  { pool: known, agentId }: Leaving,
  deadline: number | (() => number),
  signal?: AbortSignal,
): Promise<Located> {
  const { service, settings } = context;
  const call = { stage, purpose: "find the agent", deadline, signal };
  let pool = known;
  try {
    const found = await callService(context, call, async () => {
      pool ??= await service.findPool(settings.pool);
      return agentId === undefined ? service.findAgent(pool, settings.agentName) : service.readAgent(pool, agentId);
    });
    return { pool, agent: found, certain: true };
  } catch (error) {
    context.log.error(stage, `The agent cannot be looked up: ${messageOf(error)}`);
    return { pool, agent: undefined, certain: false };
  }
}

async function disable(context: AgentContext, pool: PoolReference, agent: AgentRecord, deadline: () => number) {
  const { service, log, departure } = context;
  const call = { stage, purpose: "take the agent out of service", deadline, signal: departure.pressedSignal };
  try {
    await callService(context, call, () => service.setEnabled(pool, agent, false));
    log.info(stage, "The agent is disabled: it gets no further job.");
    return true;
  } catch (error) {
    log.error(stage, `The agent is not disabled, and may get a job until it stops: ${messageOf(error)}`);
    return false;
  }
}

/** What the last look has shown. */
interface Observation {
  job: string | undefined;
  worker: boolean;
}

/**
 * Waits for the end of the job. The listener asks for messages every 5 to 15 seconds, so a job may be assigned that it has not
 * started: a read after the disabling must show none, and no worker may run.
 */
async function waitUntilIdle(
  context: AgentContext,
  { pool, agent, certain }: Located,
  drainDeadline: () => number,
  observed: Observation,
): Promise<Wait> {
  const { clock, log, listener, departure } = context;
  const readable = pool !== undefined && agent !== undefined;
  let blindSince: number | undefined;
  let told: string | undefined;
  const pauses = growingPauses(500, rhythms.assignedRequest);
  for (;;) {
    let known = certain && !readable;
    if (readable) {
      try {
        const record = await bounded(clock, () => context.service.readAgent(pool, agent.id));
        observed.job = record?.assignedRequest?.jobName;
        known = true;
      } catch (error) {
        log.warn(stage, `Cannot see whether the agent has a job: ${messageOf(error)}`);
      }
    }
    observed.worker = await listener.workerRuns();
    blindSince = known || observed.worker ? undefined : (blindSince ?? clock.now());
    if (known && observed.job === undefined && !observed.worker) {
      return "idle";
    }
    if (departure.isPressed) {
      return "pressed";
    }
    if (blindSince !== undefined && clock.now() - blindSince >= limits.blind) {
      return "blind";
    }
    const left = drainDeadline() - clock.now();
    if (left <= 0) {
      return "limit";
    }
    const job = observed.job ?? (observed.worker ? "a job" : undefined);
    if (job !== undefined && job !== told) {
      told = job;
      const limit = left === Infinity ? "" : `, at most ${Math.ceil(left / 60_000)} more minutes`;
      log.info(stage, `Waiting for ${job} to end${limit}.`);
    }
    await pause(clock, Math.min(pauses.next().value, left), departure.pressedSignal);
  }
}

async function remove(context: AgentContext, leaving: Leaving, located: Located): Promise<boolean> {
  const deadline = context.clock.now() + limits.removal;
  const { pool, agent, certain } = located.certain ? located : await locate(context, leaving, deadline);
  if (pool !== undefined && agent !== undefined) {
    return removeAgent(context, { stage, pool, agentId: agent.id, deadline });
  }
  if (!certain) {
    context.log.error(stage, "It is not known whether the agent is registered. `supervisor prune` removes it later.");
  }
  return certain;
}
