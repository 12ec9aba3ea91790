import { setTimeout as delay } from "node:timers/promises";
import { BuildError } from "../buildError";
import type { BuildLimits } from "./buildLimits";
import { isFinished } from "./isFinished";
import type { RegistryTasks } from "./registryTasks";

/**
 * Cancels a run and waits until the service has stopped it.
 * @returns its last state
 * @throws BuildError when it does not stop.
 */
export async function cancelRun(runId: string, tasks: RegistryTasks, limits: BuildLimits): Promise<string> {
  // A run that has just ended is refused; its state tells.
  const refused = await tasks.cancel(runId).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  for (const deadline = Date.now() + limits.graceSeconds * 1000; ;) {
    const run = await tasks.run(runId);
    if (isFinished(run)) {
      return run.status ?? "";
    }
    if (refused !== undefined) {
      throw refused;
    }
    if (Date.now() > deadline) {
      throw new BuildError(
        "cancel-unfinished",
        `The run ${runId} has not stopped within ${limits.graceSeconds} seconds after it was cancelled.`,
        `It may go on: \`az acr task list-runs\` shows it, and \`az acr task cancel-run --run-id ${runId}\` cancels it.`,
      );
    }
    await delay(limits.pollMilliseconds);
  }
}
