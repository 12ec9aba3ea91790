import type { Log } from "./log";
import type { SupervisorError } from "./supervisorError";

/** An error for people: what is wrong, then what to check or do. */
export function reportError({ message, remedies }: SupervisorError, log: Log): void {
  log.error("error", message);
  remedies.forEach((remedy) => log.error("error", `- ${remedy}`));
}
