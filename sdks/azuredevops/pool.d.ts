import { CustomResource, type CustomResourceOptions, type ID, type Input, type Output } from "@pulumi/pulumi";

/** Agent pool of the organisation. */
export declare class Pool extends CustomResource {
  /** An existing pool's state, by its numeric id. */
  static get(name: string, id: Input<ID>, state?: PoolState, opts?: CustomResourceOptions): Pool;
  /** Whether an object is a Pool, also when the SDK was loaded twice. */
  static isInstance(obj: unknown): obj is Pool;

  /** Whether every project gets a queue on the pool. */
  readonly autoProvision: Output<boolean | undefined>;
  /** Whether Azure DevOps updates the agents of the pool by itself. */
  readonly autoUpdate: Output<boolean | undefined>;
  readonly name: Output<string>;
  readonly poolType: Output<string | undefined>;

  constructor(name: string, args?: PoolArgs, opts?: CustomResourceOptions);
}

export interface PoolArgs {
  /** Whether every project gets a queue on the pool. Default: false. */
  autoProvision?: Input<boolean | undefined>;
  /** Whether Azure DevOps updates the agents of the pool by itself. Default: true. */
  autoUpdate?: Input<boolean | undefined>;
  /** Unique in the organisation. Default: the resource's name with a random suffix. */
  name?: Input<string | undefined>;
  /** `automation` or `deployment`. Default: `automation`. A change replaces the pool. */
  poolType?: Input<string | undefined>;
}

export type PoolState = PoolArgs;
