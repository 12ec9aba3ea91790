import type { V1Container, V1LifecycleHandler } from "@kubernetes/client-node";
import type { ContainerExit, ContainerInside, RunningContainer } from "./containerRunner";
import { httpGet } from "./probes/probeOnce";

export interface ContainerStop {
  readonly container: V1Container;
  readonly running: RunningContainer;
  /** All that the hook and the container may take together. 0: by force, at once, without the hook. */
  readonly gracePeriodSeconds: number;
  readonly onHookFailed: () => void;
}

/** What a container gets to end by itself even if its hook has used up the grace period (kubelet: minimumGracePeriodInSeconds). */
const LEAST_SECONDS = 2;

/** Ends a container as a kubelet does: first its preStop hook, then the signal, at the end by force. */
export async function stopContainer(stop: ContainerStop): Promise<ContainerExit> {
  const { container, running, gracePeriodSeconds, onHookFailed } = stop;
  const preStop = container.lifecycle?.preStop;
  const started = Date.now();
  if (gracePeriodSeconds > 0 && preStop !== undefined && running.inside !== undefined) {
    const hook = runHook(preStop, container, running.inside, gracePeriodSeconds * 1000);
    const outcome = await Promise.race([hook, running.ended.then(() => "ended" as const)]);
    if (outcome === "failed") {
      onHookFailed();
    }
  }
  const left = gracePeriodSeconds - (Date.now() - started) / 1000;
  running.stop(gracePeriodSeconds > 0 ? Math.max(LEAST_SECONDS, left) : 0);
  return running.ended;
}

async function runHook(
  { exec, httpGet: get, sleep }: V1LifecycleHandler,
  container: V1Container,
  inside: ContainerInside,
  milliseconds: number,
): Promise<"done" | "failed"> {
  if (exec !== undefined) {
    const { exitCode, timedOut } = await inside.run(exec.command ?? [], milliseconds);
    // A hook that lasts longer than the grace period has not failed: it is cut off without a word.
    return exitCode === 0 || timedOut ? "done" : "failed";
  }
  if (get !== undefined) {
    const { success } = await httpGet(get, container, inside.address, milliseconds);
    return success ? "done" : "failed";
  }
  await new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, (sleep?.seconds ?? 0) * 1000)).unref());
  return "done";
}
