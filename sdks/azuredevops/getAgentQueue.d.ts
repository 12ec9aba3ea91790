import type { Input, InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";

/** An existing queue of a project, by name. Fails when there is none. */
export declare function getAgentQueue(args: GetAgentQueueArgs, opts?: InvokeOptions): Promise<GetAgentQueueResult>;
/** The same with inputs. */
export declare function getAgentQueueOutput(
  args: GetAgentQueueOutputArgs,
  opts?: InvokeOutputOptions,
): Output<GetAgentQueueResult>;

export interface GetAgentQueueArgs {
  name: string;
  /** GUID. */
  projectId: string;
}

export interface GetAgentQueueOutputArgs {
  name: Input<string>;
  projectId: Input<string>;
}

export interface GetAgentQueueResult {
  readonly agentPoolId: number;
  /** Numeric id, as text. */
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
}
