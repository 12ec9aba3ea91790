import { hostname } from "node:os";
import { systemClock } from "../clock";
import { askRun } from "../control/askRun";
import { createContext } from "../agent/createContext";
import { Departure } from "../agent/departure";
import { exitCodes } from "../exitCodes";
import { NotificationServer } from "../listener/notificationServer";
import { createLog, type Log } from "../log";
import { takeOutOfService } from "../agent/outOfService";
import { currentPlatform } from "../platform/currentPlatform";
import { readSettings } from "../readSettings";
import { Status } from "../agent/status";

/** `run` sends a line every five seconds. */
const silenceMilliseconds = 15_000;

/**
 * The preStop command: has `run` take the agent out of service, and waits for that. When `run` is dead or hangs, it does so
 * itself.
 * @returns the exit code of the process: that of `run`
 */
export async function drain(environment: NodeJS.ProcessEnv, supervisorFile: string): Promise<number> {
  const log = createLog("text");
  const address = currentPlatform().controlAddress(supervisorFile);
  let told: string | undefined;
  const answer = await askRun(address, { command: "drain" }, silenceMilliseconds, ({ stage }) => {
    if (stage !== told) {
      told = stage;
      log.info("drain", `The supervisor is at: ${stage}`);
    }
  });
  if (answer?.exitCode !== undefined) {
    return answer.exitCode;
  }
  log.warn("drain", "The supervisor does not answer: the agent is taken out of service from here.");
  return drainWithoutRun(environment, supervisorFile, log);
}

async function drainWithoutRun(environment: NodeJS.ProcessEnv, supervisorFile: string, log: Log): Promise<number> {
  const settings = readSettings(environment, hostname(), supervisorFile);
  const context = createContext({
    settings,
    environment,
    log,
    platform: currentPlatform(),
    notifications: await NotificationServer.open(),
    departure: new Departure(() => systemClock.now()),
    status: new Status(),
  });
  const { removed, jobCutOff } = await takeOutOfService(context, {});
  return removed && !jobCutOff ? 0 : exitCodes.drainIncomplete;
}
