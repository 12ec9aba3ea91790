import { ServiceCallError } from "../agentService";
import type { AgentContext } from "./agentContext";
import type { Clock } from "../clock";
import { attempts, limits } from "./limits";
import { retry } from "../retry";
import { timedOut, within } from "./waiting";

export interface ServiceCall {
  readonly stage: string;
  /** What the request is for, after "Cannot" in a log line: `take the agent out of service`. */
  readonly purpose: string;
  /** Milliseconds since the epoch after which nothing is tried again; a function where it may come nearer meanwhile. */
  readonly deadline: number | (() => number);
  /** Ends the trying early, with an AbortError. */
  readonly signal?: AbortSignal;
}

/** What calls of the service need of the world. */
export type Caller = Pick<AgentContext, "clock" | "log" | "random">;

/**
 * Makes a request, and again with growing pauses while that may help: the failure passes by itself, or the token was too old
 * and the next request fetches a new one.
 * @throws ServiceCallError of the last attempt.
 */
export async function callService<T>(caller: Caller, call: ServiceCall, request: () => Promise<T>): Promise<T> {
  const { clock, log, random } = caller;
  const { deadline } = call;
  const latest = typeof deadline === "number" ? () => deadline : deadline;
  let refusals = 0;
  const mayPass = (error: unknown) => {
    if (!(error instanceof ServiceCallError) || clock.now() >= latest()) {
      return false;
    }
    const refused = error.failure === "refused" || error.failure === "expired";
    refusals += refused ? 1 : 0;
    return refused ? refusals < attempts.refused : error.passes;
  };
  return retry(() => bounded(clock, request), {
    policy: { firstPauseSeconds: 1, longestPauseSeconds: 15, limitSeconds: (latest() - clock.now()) / 1000 },
    clock,
    passes: mayPass,
    onPause: (error, seconds) =>
      log.warn(call.stage, `Cannot ${call.purpose} yet: ${messageOf(error)} Next attempt in ${seconds.toFixed(0)} s.`),
    jitter: random,
    signal: call.signal,
  });
}

/** The client has time limits of its own; this one holds whatever the client does. */
export async function bounded<T>(clock: Clock, request: () => Promise<T>): Promise<T> {
  const answer = await within(clock, limits.request, request());
  if (answer === timedOut) {
    throw new ServiceCallError("network", `Azure DevOps has not answered within ${limits.request / 1000} s.`);
  }
  return answer;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
