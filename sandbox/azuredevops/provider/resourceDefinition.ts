import type { Properties } from "../../engine/provider/resourceProvider";
import type { RestClient } from "./restClient";

/** An input of a resource, as the schema of the official provider has it. */
export interface InputDefinition {
  readonly type: "string" | "integer" | "boolean" | "object";
  readonly required?: boolean;
  /** A change replaces the resource. */
  readonly replaces?: boolean;
  readonly default?: string | boolean;
  /** Made up from the resource's name and a random suffix when it is missing and nothing that conflicts with it is set. */
  readonly autoNamed?: boolean;
  /** The service fills it in when it is missing, so that its absence is no change. */
  readonly computed?: boolean;
  /** Inputs that cannot be set together with this one. */
  readonly conflictsWith?: readonly string[];
  /** What is wrong with a known value, in the words of the official provider. */
  readonly problem?: (value: unknown) => string | undefined;
  /** Whether two different values mean the same. */
  readonly same?: (before: unknown, after: unknown) => boolean;
}

/** A resource type: its inputs, and how it is kept in Azure DevOps. Inputs come with defaults and without unknown values. */
export interface ResourceDefinition {
  readonly inputs: Readonly<Record<string, InputDefinition>>;
  /** Outputs that are not inputs. */
  readonly outputs: readonly string[];
  /** What is wrong with the inputs together. */
  readonly problem?: (inputs: Properties) => { readonly property: string; readonly reason: string } | undefined;
  readonly create: (context: ResourceContext, inputs: Properties) => Promise<{ id: string; state: Properties }>;
  /** The live state, or undefined when the resource is gone. The state holds at least what `importState` gives. */
  readonly read: (context: ResourceContext, id: string, state: Properties) => Promise<Properties | undefined>;
  /** Absent when every change replaces. */
  readonly update?: (
    context: ResourceContext,
    id: string,
    inputs: Properties,
    oldState: Properties,
  ) => Promise<Properties>;
  readonly delete: (context: ResourceContext, id: string, state: Properties) => Promise<void>;
  /** Takes the id of an import apart. Absent when the type cannot be imported. */
  readonly importState?: (context: ResourceContext, id: string) => Promise<{ id: string; state: Properties }>;
}

export interface ResourceContext {
  readonly client: RestClient;
  /** Asks until the answer is there. Throws when the time is over, naming what was waited for. */
  readonly poll: <T>(what: string, ask: () => Promise<T | undefined>) => Promise<T>;
}
