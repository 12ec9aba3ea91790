import type { Input, InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";

/** An existing agent pool of the organisation, by name. Fails when there is none. */
export declare function getPool(args: GetPoolArgs, opts?: InvokeOptions): Promise<GetPoolResult>;
/** The same with inputs. */
export declare function getPoolOutput(args: GetPoolOutputArgs, opts?: InvokeOutputOptions): Output<GetPoolResult>;

export interface GetPoolArgs {
  name: string;
}

export interface GetPoolOutputArgs {
  name: Input<string>;
}

export interface GetPoolResult {
  readonly autoProvision: boolean;
  readonly autoUpdate: boolean;
  /** Numeric id, as text. */
  readonly id: string;
  readonly name: string;
  readonly poolType: string;
}
