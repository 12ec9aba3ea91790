import { CustomResource, type CustomResourceOptions, type ID, type Input, type Output } from "@pulumi/pulumi";

/** Lets one pipeline, or all of the project, use a resource without asking in the first run. Every change replaces it. */
export declare class PipelineAuthorization extends CustomResource {
  /** An existing authorisation's state. */
  static get(
    name: string,
    id: Input<ID>,
    state?: PipelineAuthorizationState,
    opts?: CustomResourceOptions,
  ): PipelineAuthorization;
  /** Whether an object is a PipelineAuthorization, also when the SDK was loaded twice. */
  static isInstance(obj: unknown): obj is PipelineAuthorization;

  readonly pipelineId: Output<number | undefined>;
  readonly pipelineProjectId: Output<string | undefined>;
  readonly projectId: Output<string>;
  readonly resourceId: Output<string>;
  readonly type: Output<string>;

  constructor(name: string, args: PipelineAuthorizationArgs, opts?: CustomResourceOptions);
}

export interface PipelineAuthorizationArgs {
  /** The only pipeline that may use the resource. Default: every pipeline of the project. */
  pipelineId?: Input<number | undefined>;
  /** Project of the pipeline. Default: `projectId`. */
  pipelineProjectId?: Input<string | undefined>;
  /** GUID of the project that holds the resource. */
  projectId: Input<string>;
  /** For an agent pool it is the id of the queue, not of the pool (terraform-provider-azuredevops#963). */
  resourceId: Input<string>;
  /** `endpoint`, `queue`, `variablegroup`, `environment`, `repository`. */
  type: Input<string>;
}

export interface PipelineAuthorizationState {
  pipelineId?: Input<number | undefined>;
  pipelineProjectId?: Input<string | undefined>;
  projectId?: Input<string | undefined>;
  resourceId?: Input<string | undefined>;
  type?: Input<string | undefined>;
}
