import type { AgentContext } from "./agentContext";
import type { PoolReference } from "../agentService";
import { connectFailure } from "../connectFailure";
import { exitCodes } from "../exitCodes";
import { diskProblem } from "./diskProblem";
import { attempts } from "./limits";
import { listen } from "./listen";
import { takeOutOfService, type Leaving } from "./outOfService";
import { register, type Registration } from "./register";
import { SupervisorError } from "../supervisorError";

/** What the end of one agent has been. */
export interface AgentEnd {
  readonly exitCode: number;
  /** Why, when something went wrong. */
  readonly error?: SupervisorError;
}

/**
 * The life of one agent, from a clean folder to its removal from the pool. Whatever goes wrong, the agent is taken out of service
 * before the end.
 */
export async function runAgent(context: AgentContext): Promise<AgentEnd> {
  const place: Place = {};
  const { error, leaving } = await live(context, place);
  if (place.touched !== true && error !== undefined) {
    context.status.stage = "gone";
    return { exitCode: exitCodes[error.reason], error };
  }
  const departed = await takeOutOfService(context, leaving);
  context.status.stage = "gone";
  if (error !== undefined) {
    return { exitCode: exitCodes[error.reason], error };
  }
  return { exitCode: departed.removed && !departed.jobCutOff ? 0 : exitCodes.drainIncomplete };
}

/** What of the agent may be on the server. */
interface Place {
  pool?: PoolReference;
  registration?: Registration;
  /** Whether anything was done on the server, or may have been. */
  touched?: boolean;
}

interface LifeEnd {
  readonly leaving: Leaving;
  readonly error?: SupervisorError;
}

async function live(context: AgentContext, place: Place): Promise<LifeEnd> {
  const { departure, files, log } = context;
  const leave = (rest: Partial<Leaving> = {}) => ({
    pool: place.pool,
    agentId: place.registration?.agentId,
    ...rest,
  });
  try {
    await files.checkAccess();
    await files.cleanConfiguration();
    place.pool = await context.connect(departure.askedSignal);
    place.touched = true;
    for (let registrations = 1; !departure.isAsked; registrations += 1) {
      place.registration = undefined;
      place.registration = await register(context, place.pool);
      if (place.registration === undefined) {
        break;
      }
      await files.discardToken();
      const outcome = await listen(context, place.registration);
      if (outcome.kind === "leave") {
        return { leaving: leave({ process: outcome.process, ofItself: outcome.ofItself }) };
      }
      if (outcome.kind === "failed") {
        return { leaving: leave(), error: outcome.error };
      }
      if (registrations === attempts.registration) {
        const message = `The agent had to be registered ${registrations} times, and could not listen.`;
        return { leaving: leave(), error: new SupervisorError("listener", message, [uniqueName]) };
      }
      log.warn("register", "The agent is registered anew.");
    }
    return { leaving: leave() };
  } catch (error) {
    if (departure.isAsked) {
      // Whatever was under way has been broken off; the agent leaves by its name.
      return { leaving: leave() };
    }
    return { leaving: leave(), error: endOf(error) };
  }
}

/** A fault of the supervisor itself is no reason to leave the agent behind. */
function endOf(error: unknown): SupervisorError {
  const known = diskProblem(error) ?? connectFailure(error);
  if (known instanceof SupervisorError) {
    return known;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new SupervisorError("internal", `A fault of the supervisor itself: ${text}`);
}

const uniqueName = "Another agent may have the same name: AZP_AGENT_NAME has to be the pod's own name.";
