import { askRun } from "../control/askRun";
import { currentPlatform } from "../platform/currentPlatform";
import { readStage, stateFile } from "./stateFile";

/** Probes allow some seconds; `run` answers at once unless the machine is very busy. */
const silenceMilliseconds = 5_000;

/**
 * Whether the agent is ready: registered, enabled and online, as `run` knows without asking anybody. Not during a drain and not
 * during a hold. For readiness alone: as a liveness probe it would end jobs.
 * @returns exit code: 0 when it is ready
 */
export async function health(supervisorFile: string): Promise<0 | 1> {
  const address = currentPlatform().controlAddress(supervisorFile);
  const answer = await askRun(address, { command: "status" }, silenceMilliseconds);
  const stage = answer?.stage ?? readStage(stateFile(supervisorFile));
  console.log(stage ?? "The supervisor does not answer.");
  return stage === "listening" ? 0 : 1;
}
