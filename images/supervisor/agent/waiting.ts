import type { Clock } from "../clock";

export const timedOut = Symbol("timed out");

/** What the promise gives, or `timedOut` when it takes longer. The promise itself goes on. */
export async function within<T>(clock: Clock, milliseconds: number, promise: Promise<T>): Promise<T | typeof timedOut> {
  const over = new AbortController();
  try {
    const limit = clock.sleep(Math.max(0, milliseconds), over.signal).then((): typeof timedOut => timedOut);
    return await Promise.race([promise, limit]);
  } finally {
    // Any reason: without one, an exception with a stack is made each time.
    over.abort("over");
  }
}

/** A pause that ends early, without an error, when the signal is given. */
export async function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) {
    return;
  }
  try {
    await clock.sleep(Math.max(0, milliseconds), signal);
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  }
}

/** Resolves when the signal is given. */
export function abortion(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    }
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Pauses in milliseconds: each twice the one before, up to the longest. */
export function* growingPauses(first: number, longest: number): Generator<number, never> {
  for (let milliseconds = first; ; milliseconds = Math.min(longest, milliseconds * 2)) {
    yield milliseconds;
  }
}
