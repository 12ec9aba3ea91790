import { CustomResource, type CustomResourceOptions, type ID, type Input, type Output } from "@pulumi/pulumi";

/** What makes an agent pool usable in a project. Every change replaces it; a project cannot have two queues on one pool. */
export declare class Queue extends CustomResource {
  /** An existing queue's state, by its numeric id. */
  static get(name: string, id: Input<ID>, state?: QueueState, opts?: CustomResourceOptions): Queue;
  /** Whether an object is a Queue, also when the SDK was loaded twice. */
  static isInstance(obj: unknown): obj is Queue;

  readonly agentPoolId: Output<number>;
  readonly name: Output<string>;
  readonly projectId: Output<string>;

  constructor(name: string, args: QueueArgs, opts?: CustomResourceOptions);
}

/** Exactly one of `agentPoolId` and `name` is needed. */
export interface QueueArgs {
  /** Numeric id of an existing pool; the queue takes the pool's name. */
  agentPoolId?: Input<number | undefined>;
  /** Name of the queue, and of the pool that is made for it. */
  name?: Input<string | undefined>;
  /** GUID of the project. */
  projectId: Input<string>;
}

export interface QueueState {
  agentPoolId?: Input<number | undefined>;
  name?: Input<string | undefined>;
  projectId?: Input<string | undefined>;
}
