/** How large a context may be, and how long a build waits for what. */
export interface BuildLimits {
  /** Of the packed context. */
  readonly contextMiB: number;
  /** Between two looks at a run's log, and at a run that is queued. */
  readonly pollMilliseconds: number;
  /** Between two looks at the state of a run whose log is growing. */
  readonly statusMilliseconds: number;
  /** How long a run may be queued before it is given up. */
  readonly queueMinutes: number;
  /** How long a run may take to end after it was cancelled, and a log to be complete after its run has ended. */
  readonly graceSeconds: number;
  /** How long the service may be out of reach while a run is followed. */
  readonly outageMinutes: number;
}

/**
 * The service documents no largest context; beyond 2 GiB it is in all likelihood a forgotten folder, and every build would send it. A
 * quick build gets a machine within a minute or two: 30 minutes mean that there is none to give. The resource manager allows a
 * subscription 25 reads a second in the long run (learn.microsoft.com/azure/azure-resource-manager/management/request-limits-and-throttling).
 */
export const serviceLimits: BuildLimits = {
  contextMiB: 2048,
  pollMilliseconds: 2_000,
  statusMilliseconds: 10_000,
  queueMinutes: 30,
  graceSeconds: 60,
  outageMinutes: 5,
};
