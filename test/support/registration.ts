/** One resource as the program registered it. */
export interface Registration {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** URN; absent for the stack itself. */
  readonly parent?: string;
  /** Whether a provider stands behind it; components have none. */
  readonly custom: boolean;
  /** Whether it was only read: it exists already and is not managed. */
  readonly read: boolean;
  /** URN of the explicit provider; absent with the default one. */
  readonly provider?: string;
  /** URNs of everything that it depends on, by `dependsOn` or through a property. */
  readonly dependencies: readonly string[];
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  readonly deletedWith?: string;
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  readonly ignoreChanges: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly customTimeouts: { readonly create?: string; readonly update?: string; readonly delete?: string };
  readonly additionalSecretOutputs: readonly string[];
  readonly version: string;
  /** Name of the parameterised package, where one serves it. */
  readonly packageName?: string;
  /** Secrets are `SecretValue`, unknowns `unknown`. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

export interface LogMessage {
  readonly severity: "debug" | "info" | "warning" | "error";
  readonly message: string;
}

export interface Invocation {
  readonly token: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly provider?: string;
}

/** What one run of the program did. */
export interface ProgramRun {
  readonly registrations: readonly Registration[];
  readonly invocations: readonly Invocation[];
  /** Stack outputs; secrets are `SecretValue`, unknowns `unknown`. */
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly logs: readonly LogMessage[];
  readonly error?: ProgramError;
}

/** How a run failed. For a RunError people see the message alone, for any other error the stack trace as well. */
export interface ProgramError {
  readonly isRunError: boolean;
  readonly message: string;
}
