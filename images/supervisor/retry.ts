import { ServiceCallError } from "./agentService";
import type { Clock } from "./clock";

/** How an attempt that failed is tried again. */
export interface RetryPolicy {
  readonly firstPauseSeconds: number;
  /** Each pause is twice the one before, up to this. */
  readonly longestPauseSeconds: number;
  /** No attempt begins later than this after the first one began. */
  readonly limitSeconds: number;
}

export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  /** Whether the failure may go away by itself. Default: what a `ServiceCallError` says of itself. */
  readonly passes?: (error: unknown) => boolean;
  /** Told before each pause. */
  readonly onPause?: (error: unknown, pauseSeconds: number) => void;
  /** Ends the trying: what the clock throws then goes to the caller. */
  readonly signal?: AbortSignal;
  /** From 0 up to 1. Default: random, so that agents that started together do not ask together. */
  readonly jitter?: () => number;
}

/**
 * Tries until it works, with growing pauses, or as long as the service asked for with Retry-After.
 * @throws what the last attempt threw: one that does not pass at once, any other when the limit is reached.
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { policy, clock, passes = passesByItself, onPause, signal, jitter = Math.random } = options;
  const deadline = clock.now() + policy.limitSeconds * 1000;
  for (let pause = policy.firstPauseSeconds; ; pause = Math.min(pause * 2, policy.longestPauseSeconds)) {
    try {
      return await attempt();
    } catch (error) {
      const askedFor = error instanceof ServiceCallError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
      const left = deadline - clock.now();
      if (!passes(error) || left <= 0 || askedFor > left) {
        throw error;
      }
      // Between a half and the whole of the pause; the last attempt is at the limit itself.
      const milliseconds = Math.min(left, Math.max(askedFor, Math.ceil(pause * 1000 * (0.5 + jitter() / 2))));
      onPause?.(error, milliseconds / 1000);
      await clock.sleep(milliseconds, signal);
    }
  }
}

function passesByItself(error: unknown): boolean {
  return error instanceof ServiceCallError && error.passes;
}
