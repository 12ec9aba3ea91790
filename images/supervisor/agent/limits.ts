/**
 * How long the supervisor waits for what, in milliseconds. The pod's grace period has room for the drain, 120 seconds of a
 * forced end and 180 seconds of removal.
 */
export const limits = {
  /** One request to Azure DevOps, on top of what the client itself allows. */
  request: 30_000,
  /** `configure` takes some seconds; a slow proxy and the retries of the agent itself stretch it. */
  configure: 5 * 60_000,
  /** The same when the agent is to go meanwhile. */
  configureWhenLeaving: 60_000,
  /** The service gives up the job of a lost agent when its lease ends, after ten minutes. */
  foreignLease: 12 * 60_000,
  /** After the one job: the agent deletes its session within 30 seconds, or hangs (azure-pipelines-agent#5563). */
  endOfOnce: 35_000,
  /** A job has been told of, and no worker runs: the listener has lost its end. */
  workerGone: 60_000,
  /** After the interruption of an idle listener: the same. */
  stop: 35_000,
  /** The same of one that has had its time to end. */
  stopOfHanging: 10_000,
  /** After the interruption of a listener with a job: the job is cancelled and reported. */
  cancellation: 90_000,
  /** To find the agent and to disable it, also when the drain limit is shorter. */
  farewell: 20_000,
  /** The removal of the agent after everything else; a request that gets no answer may come on top. */
  removal: 120_000,
  /** No answer about the assigned job, and no worker: nothing is left to wait for. */
  blind: 5 * 60_000,
  /** A listener that has lived so long was in order: its failures before that are forgotten. */
  soundRun: 10 * 60_000,
} as const;

/** How often something is tried again, one after the other, before it counts as failed. */
export const attempts = {
  configure: 3,
  /** Starts of the listener that failed in a row. */
  listener: 6,
  /** Registrations anew: a session of the same name, or a record that somebody deleted. */
  registration: 4,
  /** Updates in a row without a job between them (azure-pipelines-agent#2311). */
  update: 3,
  /** Requests with a token that was not accepted. More would be hammering. */
  refused: 2,
} as const;

/** How often something is looked at, in milliseconds. */
export const rhythms = {
  /** At most; more often at first. */
  assignedRequest: 5_000,
  update: 2_000,
  /** New logs of workers, while the listener does not tell of jobs. */
  workerLogs: 2_000,
  /** While a job is cut off. */
  worker: 500,
  /** Until the service shows the agent as online; more often at first. */
  online: 30_000,
  /** Whether the worker of a job still runs. */
  job: 10_000,
} as const;
