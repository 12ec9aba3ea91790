import { readFileSync } from "node:fs";
import { join } from "node:path";

/** An exit code of the listener other than 0 (azure-pipelines-agent Constants.cs ReturnCode). */
export type FailureCode = 1 | 2 | 3 | 4;

/**
 * What a test wants the stand-in to do differently: `.standin.json` in the agent's root folder. Without the file it behaves
 * as a healthy agent and waits as long as the real one does.
 */
export interface Misbehaviour {
  /** Pause between polls that brought no message. Default: 5 to 15 seconds, by chance. */
  readonly pollPauseSeconds?: number;
  /** Pause before the next attempt after an error of the service, also after a session conflict. Default 30. */
  readonly retrySeconds?: number;
  /** How long a session conflict is borne. Default 240. */
  readonly sessionConflictSeconds?: number;
  /** Pause between two renewals of a job's lease. Default 60. */
  readonly renewSeconds?: number;
  /** How long a cancelled script has after SIGINT, and again after SIGTERM, before it is killed. Default 7.5. */
  readonly cancelSeconds?: number;

  /** So many calls of `configure` fail with exit code 1, before they have registered anything. Default 0. */
  readonly failConfigure?: number;
  /** `configure` registers the agent and then dies with exit code 1, before it has saved anything. Default false. */
  readonly dieAfterRegistration?: boolean;

  /** The listener does nothing any more at this point, and does not end (azure-pipelines-agent#5563). */
  readonly hang?: "start" | "afterJob";
  /** The listener ends with this code: at the start, when a job was given to it and has not begun, or after its job. */
  readonly exit?: { readonly when: "start" | "beforeJob" | "afterJob"; readonly code: FailureCode };
  /** The listener ends for an update of itself, with code 3, or 4 when it was started with --once. */
  readonly update?: {
    readonly when: "start" | "afterJob";
    /** How long the update goes on after the listener's end. */
    readonly seconds: number;
    /** Which file tells the end of the update: `_diag/SelfUpdate-*.log.succeed`, `.failed`, or none. */
    readonly outcome: "succeed" | "failed" | "none";
  };
  /** With --once, takes another job after the first (azure-pipelines-agent#2332). Default false. */
  readonly secondJob?: boolean;
  /**
   * Tells nobody of its jobs: it does not connect to the address that it was given, or connects and says nothing, as one would whose
   * messages have changed. Default: tells.
   */
  readonly silentNotifications?: "unconnected" | "connected";
  /** Does not react to SIGINT. Default false. */
  readonly ignoreInterrupt?: boolean;
  /** The worker dies in the middle of each job. Default false. */
  readonly crashWorker?: boolean;
}

export function readMisbehaviour(root: string): Misbehaviour {
  try {
    return JSON.parse(readFileSync(join(root, ".standin.json"), "utf8")) as Misbehaviour;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return {};
    }
    throw error;
  }
}
