import type { AgentService, PoolReference } from "./agentService";
import type { Clock } from "./clock";
import { connectFailure } from "./connectFailure";
import type { Log } from "./log";
import { retry } from "./retry";
import type { Settings } from "./settings";

const stage = "connect";

/**
 * Waits until Azure DevOps answers and shows the pool. On a fresh Windows pod names are not resolved in the first seconds
 * (Azure/AKS#2988). A token that is not accepted is not tried again.
 * @throws SupervisorError `network`, `tokenRefused`, `tokenExpired`, `poolUnavailable`, `configuration`; the signal's reason
 */
export async function connect(
  service: Pick<AgentService, "findPool">,
  settings: Pick<Settings, "url" | "pool" | "connectTimeoutMinutes">,
  clock: Clock,
  log: Log,
  signal?: AbortSignal,
): Promise<PoolReference> {
  const { url, pool, connectTimeoutMinutes } = settings;
  log.info(stage, `Looking for agent pool "${pool}" at ${url}`);
  try {
    return await retry(() => untilAborted(() => service.findPool(pool), signal), {
      policy: { firstPauseSeconds: 1, longestPauseSeconds: 30, limitSeconds: connectTimeoutMinutes * 60 },
      clock,
      signal,
      onPause: (error, seconds) =>
        log.warn(
          stage,
          `${error instanceof Error ? error.message : String(error)} Next try in ${Math.ceil(seconds)} s.`,
        ),
    });
  } catch (error) {
    throw connectFailure(error);
  }
}

/** A request that is under way does not hold up who was told to stop. */
async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) {
    return work();
  }
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error("stopped"));
    signal.addEventListener("abort", stop, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}
