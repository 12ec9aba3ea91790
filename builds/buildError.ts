/** A build that did not come to an image, told for the person who wanted it. */
export class BuildError extends Error {
  /**
   * @param code Stable, such as "tasks-not-allowed".
   * @param problem What was wrong, and where.
   * @param remedy What to do.
   * @param logTail The last lines of the build's log, where it has one.
   */
  constructor(
    readonly code: string,
    readonly problem: string,
    readonly remedy: string,
    readonly logTail: readonly string[] = [],
  ) {
    super([problem, ...logTail.map((line) => `  ${line}`), remedy].join("\n"));
  }
}
