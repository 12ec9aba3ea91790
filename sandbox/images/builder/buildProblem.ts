/** Why a build ends, in the words of the Docker daemon that the service's machines run. */
export class BuildProblem extends Error {
  /** @param exitCode Of `docker build`: that of a failed RUN, else 1. */
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}
