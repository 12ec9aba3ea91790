import type { ValueRules } from "../inputs/inputProblems";
import type { Placement } from "../shapes/placement";

/** One resource type of the azure-native provider: what cannot be read from the SDK's typings. */
export interface ResourceTypeSpec {
  readonly token: string;
  /** The version that the official provider sends for the token ("Uses Azure REST API version" in the SDK). */
  readonly apiVersion: string;
  /** ARM path with the SDK's names of its parameters. The last one is the resource's name, auto-named when absent. */
  readonly path: string;
  /** Typings file and class of `@pulumi/azure-native`, such as `containerservice/agentPool` and `AgentPool`. */
  readonly typings: { readonly file: string; readonly className: string };
  /** Absent: every property is at the top of the body. */
  readonly placement?: Placement;
  /** Outputs at the top of the body whose namesakes among the inputs are not there. */
  readonly outputsOutside?: readonly string[];
  /** The SDK leaves every location optional, because the provider fills it in; most specifications demand one in the end. */
  readonly locationOptional?: boolean;
  /** Besides the path's parameters. With `[]` for any element of a list. */
  readonly replaceOnChanges: readonly string[];
  /** Paths of text that means the same in capitals and small letters. */
  readonly caseInsensitive?: readonly string[];
  /** Limits of the API specification, which the official provider checks before anything is sent. */
  readonly valueRules?: ValueRules;
  /** Whether the service works on after it has answered (`x-ms-long-running-operation`). */
  readonly longRunning: { readonly write: boolean; readonly delete: boolean };
  /** Values to send for properties that were set once and are set no more, because the service keeps what is absent. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Lists of parts that may be resources of their own: what the program does not set is sent as the service has it. */
  readonly maintained?: readonly string[];
}
