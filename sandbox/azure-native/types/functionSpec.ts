import type { Placement } from "../shapes/placement";

/** One function of the azure-native provider that asks Azure Resource Manager. */
export interface FunctionSpec {
  readonly token: string;
  readonly apiVersion: string;
  /** ARM path with the SDK's names of its parameters. */
  readonly path: string;
  readonly method: "GET" | "POST";
  /** Query parameters, by the SDK's name of the argument. */
  readonly query?: Readonly<Record<string, string>>;
  /** Typings file and result interface of `@pulumi/azure-native`. */
  readonly typings: { readonly file: string; readonly result: string };
  readonly placement?: Placement;
}
