/** One thing that is wrong, or will be, with the configuration. */
export interface Problem {
  /** Stable identifier of the rule, in kebab-case, such as `vm-size-generation`. */
  readonly code: string;
  /** Where the value stands in the configuration, such as `agents[1].vmSize`. */
  readonly path: string;
  /** What is wrong, in one sentence. Never holds a secret value. */
  readonly message: string;
  /** What would be right, in one sentence. */
  readonly remedy: string;
}

/** Thrown when the configuration cannot be deployed. Lists every problem, so that one round of corrections is enough. */
export class ConfigurationError extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(describeProblems(problems));
    this.name = "ConfigurationError";
  }
}

/** Text for people: one paragraph per problem, in the order in which they were found. */
export function describeProblems(problems: readonly Problem[]): string {
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  const paragraphs = problems.map(
    ({ code, path, message, remedy }) => `  ${path} [${code}]\n    ${message}\n    ${remedy}`,
  );
  return [`The configuration has ${count}. Nothing was created.`, ...paragraphs].join("\n\n");
}
