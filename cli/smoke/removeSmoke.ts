import { setTimeout as delay } from "node:timers/promises";
import type { SmokeCluster } from "./smokeCluster";
import type { SmokePace } from "./smokeRun";

/** Pods are given seconds to end; the rest is the namespace controller's. */
const longestSeconds = 120;

export interface Removal {
  readonly namespace: string;
  readonly pace: SmokePace;
  readonly progress: (message: string) => void;
  /** Waits no longer. */
  readonly signal: AbortSignal;
}

/** Deletes the namespace with everything in it and waits until it is gone. False when it is not gone by then. */
export async function removeSmoke(
  cluster: SmokeCluster,
  { namespace, pace, progress, signal }: Removal,
): Promise<boolean> {
  await cluster.deleteNamespace(namespace);
  progress(`removing namespace ${namespace}`);
  const deadline = Date.now() + longestSeconds * 1000;
  while (await cluster.namespaceExists(namespace)) {
    if (signal.aborted || Date.now() > deadline) return false;
    await delay(pace.pauseMilliseconds, undefined, { signal }).catch(() => undefined);
  }
  return true;
}
