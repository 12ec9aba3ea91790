/** A failure that the person at the terminal can act on: shown as its message alone. */
export class UserError extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}
