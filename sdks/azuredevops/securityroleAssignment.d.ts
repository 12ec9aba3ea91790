import { CustomResource, type CustomResourceOptions, type ID, type Input, type Output } from "@pulumi/pulumi";

/** Gives an identity a role on one resource of Azure DevOps, such as an agent pool. */
export declare class SecurityroleAssignment extends CustomResource {
  /** An existing assignment's state. */
  static get(
    name: string,
    id: Input<ID>,
    state?: SecurityroleAssignmentState,
    opts?: CustomResourceOptions,
  ): SecurityroleAssignment;
  /** Whether an object is a SecurityroleAssignment, also when the SDK was loaded twice. */
  static isInstance(obj: unknown): obj is SecurityroleAssignment;

  readonly identityId: Output<string>;
  readonly resourceId: Output<string>;
  readonly roleName: Output<string>;
  readonly scope: Output<string>;

  constructor(name: string, args: SecurityroleAssignmentArgs, opts?: CustomResourceOptions);
}

export interface SecurityroleAssignmentArgs {
  /** Id of the entitlement, never the object id of the principal. */
  identityId: Input<string>;
  /** For an agent pool: its numeric id as text. A change replaces the assignment. */
  resourceId: Input<string>;
  /** `Administrator`, `User`, `Reader`, `Service Account`, `Creator`, depending on the scope. */
  roleName: Input<string>;
  /** Such as `distributedtask.agentpoolrole` (organisation) or `distributedtask.agentqueuerole` (project). */
  scope: Input<string>;
}

export interface SecurityroleAssignmentState {
  identityId?: Input<string | undefined>;
  resourceId?: Input<string | undefined>;
  roleName?: Input<string | undefined>;
  scope?: Input<string | undefined>;
}
