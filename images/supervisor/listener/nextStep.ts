/** What a listener's end means for the agent. */
export type NextStep =
  /** Run-once: the one job is over. */
  | "over"
  /** It updates itself, and is started again afterwards. */
  | "update"
  /** It is started again after a pause. */
  | "startAgain"
  /** Its record is deleted and it is registered anew. */
  | "registerAgain"
  /** Run-once: it failed with its one job. */
  | "failed";

export interface ListenerSituation {
  /** Undefined when a signal ended it. */
  readonly code: number | undefined;
  readonly runOnce: boolean;
  readonly jobSeen: boolean;
  /** Whether the last job that was seen has been reported as finished. */
  readonly jobFinished: boolean;
  /** Whether the agent's log tells of another listener's session. */
  readonly sessionConflict: boolean;
  /** What the service shows after the end; undefined: it could not be asked. */
  readonly server: "online" | "offline" | "missing" | undefined;
}

/** Exit codes of the listener (azure-pipelines-agent Constants.cs, ReturnCode). */
const returnCode = { ended: 0, terminated: 1, retryable: 2, updating: 3, runOnceUpdating: 4 } as const;

/**
 * Reads a listener's exit code. 0 does not mean that a job ran: an interruption and a revoked token give it too. 4 may come
 * after the one job, when the service asked for an update meanwhile; without a job it is an update and no run
 * (azure-pipelines-agent#2311).
 */
export function nextStep(situation: ListenerSituation): NextStep {
  const { code, runOnce, jobSeen, jobFinished, sessionConflict, server } = situation;
  if (runOnce && jobSeen) {
    const inOrder = code === returnCode.ended || code === returnCode.runOnceUpdating || code === returnCode.updating;
    return jobFinished || inOrder ? "over" : "failed";
  }
  if (code === returnCode.updating || code === returnCode.runOnceUpdating) {
    return "update";
  }
  // A session that outlives its listener conflicts with the next one for minutes, as another listener's does.
  const sessionLeft = (code === returnCode.terminated || code === undefined) && server === "online";
  const conflict = code === returnCode.terminated && sessionConflict;
  return conflict || sessionLeft || server === "missing" ? "registerAgain" : "startAgain";
}
