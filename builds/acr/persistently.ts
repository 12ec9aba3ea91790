import { setTimeout as delay } from "node:timers/promises";
import { BuildError } from "../buildError";
import type { BuildLimits } from "./buildLimits";

/** Repeats what fails for want of a network, since a build goes on without the one who follows it. */
export async function persistently<Result>(
  action: () => Promise<Result>,
  limits: BuildLimits,
  signal: AbortSignal,
): Promise<Result> {
  const deadline = Date.now() + limits.outageMinutes * 60_000;
  for (;;) {
    try {
      return await action();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof BuildError && error.code === "network") || Date.now() > deadline) {
        throw error;
      }
    }
    await delay(limits.pollMilliseconds, undefined, { signal });
  }
}
