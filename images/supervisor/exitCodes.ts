/** Exit codes of the supervisor. 0: out of service as asked, or the one job is over and the agent is removed. */
export const exitCodes = {
  /** A fault of the supervisor itself. */
  internal: 1,
  /** An unknown command. */
  usage: 2,
  configuration: 10,
  /** Azure DevOps or Entra could not be reached within the limit. */
  network: 11,
  tokenRefused: 12,
  tokenExpired: 13,
  /** The pool does not exist, or the identity may not see or manage it. */
  poolUnavailable: 14,
  /** `configure` failed. */
  registration: 15,
  /** The listener ended or failed when it should not have. */
  listener: 16,
  /** The agent could not be removed, or its job was cut off at the drain limit. */
  drainIncomplete: 17,
} as const;

export type ExitReason = keyof typeof exitCodes;
