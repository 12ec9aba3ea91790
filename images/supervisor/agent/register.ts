import type { AgentContext } from "./agentContext";
import type { AgentRecord, PoolReference } from "../agentService";
import { callService } from "./callService";
import { configureProblem } from "./configureProblem";
import { attempts, limits } from "./limits";
import { configureArguments } from "../listener/listenerArguments";
import { configureEnvironment } from "../listener/listenerEnvironment";
import type { ListenerEnd } from "../listener/listener";
import { removeAgent } from "./removeAgent";
import { stopwatch } from "../stopwatch";
import { SupervisorError } from "../supervisorError";
import { growingPauses, pause, timedOut, within } from "./waiting";

const stage = "register";

/** The agent's place in Azure DevOps. */
export interface Registration {
  readonly pool: PoolReference;
  readonly agentId: number;
}

/**
 * Registers the agent: what an earlier container has left of it goes first, from the folder and from the server.
 * @returns undefined when the agent is asked to go meanwhile
 * @throws SupervisorError `registration` when `configure` fails or the server does not show the agent
 */
export async function register(context: AgentContext, pool: PoolReference): Promise<Registration | undefined> {
  const { settings, clock, log, departure, files } = context;
  const elapsed = stopwatch(clock);
  context.status.stage = "registering";
  await removeFormer(context, pool);
  await files.writeCapabilities(settings.capabilities);
  const caBundle = settings.caBundle === undefined ? undefined : await files.placeCaBundle(settings.caBundle);
  const pauses = growingPauses(2_000, 60_000);
  for (let attempt = 1; !departure.isAsked; attempt += 1) {
    await files.cleanConfiguration();
    const end = await configure(context, caBundle);
    if (departure.isAsked) {
      return undefined;
    }
    const agent = end?.code === 0 ? await ownRecord(context, pool) : undefined;
    if (agent !== undefined) {
      await enable(context, pool, agent);
      log.info(stage, `Registered as ${agent.name} (agent ${agent.id} of pool ${pool.name}) after ${elapsed()}.`);
      return { pool, agentId: agent.id };
    }
    const problem = configureProblem(end);
    if (attempt === attempts.configure) {
      throw new SupervisorError("registration", problem.message, problem.remedies);
    }
    log.warn(stage, `${problem.message} Attempt ${attempt} of ${attempts.configure}.`);
    await pause(clock, pauses.next().value, departure.askedSignal);
  }
  return undefined;
}

/** The record that a killed container of the same name has left. With it, a session would conflict for minutes. */
async function removeFormer(context: AgentContext, pool: PoolReference): Promise<void> {
  const { service, settings, clock, log, departure } = context;
  const agent = await findOwn(context, pool);
  if (agent === undefined || departure.isAsked) {
    return;
  }
  log.info(
    stage,
    agent.assignedRequest === undefined
      ? `The pool already has an agent ${settings.agentName} (${agent.id}), from an earlier container: it is removed first.`
      : `The earlier agent ${agent.id} of this name still holds a job, ${agent.assignedRequest.jobName}. The service gives it up within ten minutes; the agent is removed then.`,
  );
  const removed = await removeAgent(
    { ...context, service },
    { stage, pool, agentId: agent.id, deadline: clock.now() + limits.foreignLease, signal: departure.askedSignal },
  );
  if (!removed && !departure.isAsked) {
    log.warn(stage, "The earlier agent stays, and configure replaces it. Its session may conflict for some minutes.");
  }
}

/** The listener's `configure`, which is let finish even when the agent is asked to go: killed, it could register afterwards. */
async function configure(context: AgentContext, caBundle: string | undefined): Promise<ListenerEnd | undefined> {
  const { settings, environment, environmentCaseSensitive, service, clock, log, listener, departure } = context;
  const token = await callService(context, tokenCall(context), () => service.registrationToken());
  log.redact(token);
  if (departure.isAsked) {
    return undefined;
  }
  const configuring = listener.start(
    {
      arguments: configureArguments(settings, listener.notificationAddress, caBundle),
      environment: configureEnvironment(environment, environmentCaseSensitive, settings, token),
    },
    { jobStarted: () => undefined, jobFinished: () => undefined },
  );
  const leaving = departure.asked.then(() => within(clock, limits.configureWhenLeaving, configuring.ended));
  const end = await within(clock, limits.configure, Promise.race([configuring.ended, leaving, departure.pressed]));
  if (end === timedOut || end === undefined) {
    await listener.killTree();
    return undefined;
  }
  return end;
}

function tokenCall({ clock, settings, departure }: AgentContext) {
  return {
    stage,
    purpose: "get a token for the registration",
    deadline: clock.now() + settings.connectTimeoutMinutes * 60_000,
    signal: departure.askedSignal,
  };
}

async function findOwn(context: AgentContext, pool: PoolReference): Promise<AgentRecord | undefined> {
  const { service, settings, clock, departure } = context;
  const deadline = clock.now() + settings.connectTimeoutMinutes * 60_000;
  return callService(context, { stage, purpose: "look for the agent", deadline, signal: departure.askedSignal }, () =>
    service.findAgent(pool, settings.agentName),
  );
}

const ownRecord = findOwn;

/** `--replace` writes back a record as it was: also one that an interrupted drain has taken out of service. */
async function enable(context: AgentContext, pool: PoolReference, agent: AgentRecord): Promise<void> {
  if (agent.enabled) {
    return;
  }
  const { service, clock, log, settings, departure } = context;
  log.info(stage, "The server shows the agent as disabled: it is enabled.");
  const deadline = clock.now() + settings.connectTimeoutMinutes * 60_000;
  await callService(context, { stage, purpose: "enable the agent", deadline, signal: departure.askedSignal }, () =>
    service.setEnabled(pool, agent, true),
  );
}
