import type { ExitReason } from "./exitCodes";

/** An end that a person must do something about: what is wrong, and what would be right. */
export class SupervisorError extends Error {
  constructor(
    readonly reason: ExitReason,
    message: string,
    /** What to check or do, a sentence each. */
    readonly remedies: readonly string[] = [],
  ) {
    super(message);
  }
}
