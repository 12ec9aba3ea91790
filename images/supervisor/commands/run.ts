import { hostname } from "node:os";
import { systemClock } from "../clock";
import { ControlServer } from "../control/controlServer";
import { createContext } from "../agent/createContext";
import { debugHold } from "./debugHold";
import { Departure } from "../agent/departure";
import { exitCodes } from "../exitCodes";
import { NotificationServer } from "../listener/notificationServer";
import { createLog, type Log } from "../log";
import { currentPlatform } from "../platform/currentPlatform";
import { readSettings } from "../readSettings";
import { reportError } from "../reportError";
import { runAgent } from "../agent/runAgent";
import type { Settings } from "../settings";
import { stateFile, writeStage } from "./stateFile";
import { Status } from "../agent/status";
import { stopwatch } from "../stopwatch";
import { SupervisorError } from "../supervisorError";

/**
 * The container's main process: registers the agent, runs its listener, and takes it out of service again.
 * @returns the exit code of the process
 */
export async function run(environment: NodeJS.ProcessEnv, supervisorFile: string): Promise<number> {
  const platform = currentPlatform();
  const departure = new Departure(() => systemClock.now());
  const stages = stateFile(supervisorFile);
  const status = new Status((stage) => writeStage(stages, stage));
  const plainLog = createLog("text");
  obeySignals(departure, plainLog);
  let settings: Settings;
  try {
    settings = readSettings(environment, hostname(), supervisorFile);
  } catch (error) {
    const minutes = Number(environment["AGENT_DEBUG_HOLD"] ?? 0);
    if (!(error instanceof SupervisorError) || !(minutes > 0)) {
      throw error;
    }
    // A hold is for finding out what is wrong: also with the configuration.
    reportError(error, plainLog);
    status.stage = "held";
    await hold(minutes, environment, supervisorFile, plainLog, departure);
    return exitCodes.configuration;
  }
  const log = createLog(settings.logFormat);
  const control = await openControl(platform.controlAddress(supervisorFile), status, departure, log);
  const exitCode = await supervise();
  await control.close(exitCode);
  return exitCode;

  async function supervise(): Promise<number> {
    settings.warnings.forEach((warning) => log.warn("start", warning));
    if (settings.debugHoldMinutes > 0) {
      status.stage = "held";
      await hold(settings.debugHoldMinutes, environment, supervisorFile, log, departure);
      return 0;
    }
    warnOfDisabledUpdate(environment, log);
    const elapsed = stopwatch(systemClock);
    const notifications = await NotificationServer.open();
    const context = createContext({ settings, environment, log, platform, notifications, departure, status });
    const { exitCode, error } = await runAgent(context);
    if (error !== undefined) {
      reportError(error, log);
    }
    if (exitCode !== 0) {
      (await context.files.diagnosticsTail()).forEach((line) => log.error("diagnostics", line));
    }
    log.info("end", `Ends with exit code ${exitCode} after ${elapsed()}.`);
    notifications.close();
    return exitCode;
  }
}

/** The first one drains, the second one presses. Windows sends none to the first process of a container: there, `drain` does it. */
function obeySignals(departure: Departure, log: Log): void {
  let signals = 0;
  for (const name of ["SIGTERM", "SIGINT", "SIGBREAK"] as const) {
    process.on(name, () => {
      signals += 1;
      if (signals === 1) {
        log.info("leave", `${name}: the agent goes out of service; its job may end. A second signal cuts the job off.`);
        departure.ask();
      } else {
        log.warn("leave", `${name} again: the agent ends now.`);
        departure.press();
      }
    });
  }
}

async function openControl(address: string, status: Status, departure: Departure, log: Log): Promise<ControlServer> {
  try {
    return await ControlServer.open(address, status, departure, log);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SupervisorError("configuration", `The supervisor cannot open its socket ${address}: ${reason}`, [
      "The container's user must be able to write to the folder run beside the supervisor's file.",
    ]);
  }
}

function hold(
  minutes: number,
  environment: NodeJS.ProcessEnv,
  supervisorFile: string,
  log: Log,
  departure: Departure,
): Promise<void> {
  const windows = process.platform === "win32";
  const podName = environment["AZP_AGENT_NAME"] ?? hostname();
  return debugHold({ minutes, podName, node: process.execPath, supervisorFile, windows }, systemClock, log, departure);
}

/** Once the service has asked for an update, such an agent is online and gets no job (azure-pipelines-agent#2455). */
function warnOfDisabledUpdate(environment: NodeJS.ProcessEnv, log: Log): void {
  const name = Object.keys(environment).find((key) => /^agent[._]disableupdate$/i.test(key));
  if (name !== undefined && /^(true|1)$/i.test(environment[name] ?? "")) {
    log.warn(
      "start",
      `${name} is set: if the pool asks for a newer agent than the image holds, this one stays online and gets no job. Build the image with the current agent.`,
    );
  }
}
