import { setTimeout as delay } from "node:timers/promises";

/** Time, as a parameter: tests run on a clock of their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** @throws AbortError as soon as the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, { signal });
  },
};
