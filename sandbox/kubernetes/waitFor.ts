import { setTimeout as delay } from "node:timers/promises";

export interface Patience {
  /** What is awaited, for the error: "the API server of c1 is ready". */
  readonly what: string;
  readonly timeoutMilliseconds: number;
  /** Time between two looks. Default 100. */
  readonly intervalMilliseconds?: number;
  /** Ends the waiting early. */
  readonly signal?: AbortSignal;
}

/**
 * Looks again and again until the answer is neither undefined nor false.
 * @throws Error when the time is over, or what `look` throws.
 */
export async function waitFor<T>(look: () => Promise<T | undefined | false>, patience: Patience): Promise<T> {
  const end = Date.now() + patience.timeoutMilliseconds;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) {
      return seen;
    }
    if (Date.now() >= end) {
      throw new Error(`Not within ${patience.timeoutMilliseconds / 1000} s: ${patience.what}.`);
    }
    await delay(patience.intervalMilliseconds ?? 100, undefined, { signal: patience.signal });
  }
}
