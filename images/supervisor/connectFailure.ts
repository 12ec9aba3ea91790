import { ServiceCallError, type ServiceFailure } from "./agentService";
import type { ExitReason } from "./exitCodes";
import { SupervisorError } from "./supervisorError";

const reasons: Readonly<Record<ServiceFailure, ExitReason>> = {
  refused: "tokenRefused",
  expired: "tokenExpired",
  forbidden: "poolUnavailable",
  busy: "network",
  throttled: "network",
  unavailable: "network",
  network: "network",
  unexpected: "configuration",
};

/** The end of the supervisor that a failed request means, when nothing else is tried. Other errors stay as they are. */
export function connectFailure(error: unknown): unknown {
  return error instanceof ServiceCallError
    ? new SupervisorError(reasons[error.failure], error.message, error.remedies)
    : error;
}
