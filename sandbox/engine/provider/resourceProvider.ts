/** Property values as the engine sends them: JSON, with `unknownValue` in the place of what is not known before an update. */
export type Properties = Record<string, unknown>;

/** A resource provider of the sandbox, without the wire format. Secrets arrive in clear: the engine keeps the marks itself. */
export interface ResourceProvider {
  readonly name: string;
  readonly version: string;
  /** Called with the provider's configuration before any other request, again for each provider resource of the program. */
  configure(config: Properties): Promise<void> | void;
  /** Problems with the configuration, found during previews too. */
  checkConfig?(config: Properties): readonly CheckFailure[];
  /** The resource type of a token, such as `azure-native:resources:ResourceGroup`. */
  resourceType(token: string): ResourceType | undefined;
  /** Calls a function. A `ProviderError` fails the call. */
  invoke(token: string, args: Properties): Promise<Properties>;
}

export interface CheckFailure {
  /** Property name, empty when the whole resource is meant. */
  readonly property: string;
  readonly reason: string;
}

export interface ResourceType {
  check(request: CheckRequest): CheckResult | Promise<CheckResult>;
  diff(request: DiffRequest): DiffResult | Promise<DiffResult>;
  create(request: CreateRequest): Promise<{ readonly id: string; readonly state: Properties }>;
  /** The live resource, or undefined when it is gone. Without `inputs` it is an import. */
  read(
    request: ReadRequest,
  ): Promise<{ readonly id: string; readonly state: Properties; readonly inputs: Properties } | undefined>;
  update(request: UpdateRequest): Promise<Properties>;
  delete(request: DeleteRequest): Promise<void>;
}

export interface CheckRequest {
  readonly urn: string;
  /** Logical name: the last part of the URN. */
  readonly name: string;
  /** Inputs of the last update; empty for a new resource. */
  readonly oldInputs: Properties;
  readonly inputs: Properties;
  /** Makes auto-names repeatable between preview and update. */
  readonly randomSeed: Uint8Array;
}

export interface CheckResult {
  /** Inputs with names and defaults filled in. */
  readonly inputs: Properties;
  readonly failures: readonly CheckFailure[];
}

export interface DiffRequest {
  readonly id: string;
  readonly urn: string;
  readonly oldInputs: Properties;
  readonly oldState: Properties;
  readonly inputs: Properties;
  readonly ignoreChanges: readonly string[];
}

export interface DiffResult {
  readonly changes: readonly PropertyChange[];
  readonly deleteBeforeReplace?: boolean;
}

export interface PropertyChange {
  /** Property path, such as `networkProfile.podCidr` or `agentPoolProfiles[0].count`. */
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
  readonly replaces: boolean;
}

export interface CreateRequest {
  readonly urn: string;
  readonly name: string;
  readonly inputs: Properties;
  /** In a preview nothing is created: outputs that only the service knows are `unknownValue`. */
  readonly preview: boolean;
  /** 0: the provider's default. */
  readonly timeoutSeconds: number;
}

export interface ReadRequest {
  readonly id: string;
  readonly urn: string;
  readonly inputs: Properties;
  readonly state: Properties;
}

export interface UpdateRequest {
  readonly id: string;
  readonly urn: string;
  readonly oldInputs: Properties;
  readonly oldState: Properties;
  readonly inputs: Properties;
  readonly preview: boolean;
  readonly timeoutSeconds: number;
}

export interface DeleteRequest {
  readonly id: string;
  readonly urn: string;
  readonly inputs: Properties;
  readonly state: Properties;
  readonly timeoutSeconds: number;
}

/** A failure to report to the person who runs the engine. No stack trace is shown. */
export class ProviderError extends Error {}

/** The resource exists, but its creation or update failed after that: the engine keeps it in the state. */
export class PartialResourceError extends ProviderError {
  constructor(
    message: string,
    readonly id: string,
    readonly state: Properties,
    readonly inputs: Properties,
  ) {
    super(message);
  }
}
