/** How long a build waits for what. */
export interface BuildPace {
  /** Between two looks at a run's log, and at a run that is queued. */
  readonly pollMilliseconds: number;
  /** Between two looks at the state of a run whose log is growing. */
  readonly statusMilliseconds: number;
  /** How long a run may be queued before it is given up. */
  readonly queueMinutes: number;
  /** How long a run may take to end after it was cancelled, and a log to be complete after its run has ended. */
  readonly graceSeconds: number;
}

/**
 * A quick build gets a machine within a minute or two; 30 minutes mean that the service has none to give. The service allows a
 * subscription 25 reads a second in the long run (learn.microsoft.com/azure/azure-resource-manager/management/request-limits-and-throttling).
 */
export const servicePace: BuildPace = {
  pollMilliseconds: 2_000,
  statusMilliseconds: 10_000,
  queueMinutes: 30,
  graceSeconds: 60,
};
