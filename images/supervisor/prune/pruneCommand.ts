import { createAgentService } from "../azureDevOps/createAgentService";
import { systemClock, type Clock } from "../clock";
import { connect } from "../connect";
import { connectFailure } from "../connectFailure";
import { exitCodes } from "../exitCodes";
import { podNames } from "../kubernetes/podNames";
import { createLog, type Log } from "../log";
import { prune, stage } from "./prune";
import { readPruneSettings } from "./pruneSettings";
import { reportError } from "../reportError";
import { retry } from "../retry";
import { SupervisorError } from "../supervisorError";

type Environment = Readonly<Record<string, string | undefined>>;

const podsPolicy = { firstPauseSeconds: 1, longestPauseSeconds: 15, limitSeconds: 60 };

/**
 * `supervisor prune`: removes the agents of one agent class that have neither a pod nor a job any more. When the pods cannot
 * be listed, nothing is removed.
 * @returns the exit code: 0 when nothing is left to remove
 */
export async function runPrune(
  env: Environment,
  write?: (line: string) => void,
  clock: Clock = systemClock,
): Promise<number> {
  const log = createLog(env["AZP_LOG_FORMAT"]?.toLowerCase() === "json" ? "json" : "text", write, () => clock.now());
  try {
    return await pruneOnce(env, clock, log);
  } catch (error) {
    const end = connectFailure(error);
    if (end instanceof SupervisorError) {
      reportError(end, log);
      return exitCodes[end.reason];
    }
    log.error(stage, end instanceof Error ? (end.stack ?? end.message) : String(end));
    return exitCodes.internal;
  }
}

async function pruneOnce(env: Environment, clock: Clock, log: Log): Promise<number> {
  const settings = readPruneSettings(env);
  settings.warnings.forEach((warning) => log.warn(stage, warning));
  const service = createAgentService(settings, clock, log);
  const pool = await connect(service, settings, clock, log);
  const listPods = () =>
    retry(() => podNames(settings.kubernetes, log, () => clock.now()), { policy: podsPolicy, clock });
  const { removed, kept, failed } = await prune(settings, { pool, service, listPods, clock, log });
  log.info(stage, `Removed ${removed.length}, left ${kept.length}, could not remove ${failed.length}`);
  return failed.length === 0 ? 0 : exitCodes.drainIncomplete;
}
