import { CustomResource, type CustomResourceOptions, type ID, type Input, type Output } from "@pulumi/pulumi";

/** Membership of a service principal or managed identity in the organisation. Its id is what role assignments want. */
export declare class ServicePrincipalEntitlement extends CustomResource {
  /** An existing entitlement's state, by its GUID. */
  static get(
    name: string,
    id: Input<ID>,
    state?: ServicePrincipalEntitlementState,
    opts?: CustomResourceOptions,
  ): ServicePrincipalEntitlement;
  /** Whether an object is a ServicePrincipalEntitlement, also when the SDK was loaded twice. */
  static isInstance(obj: unknown): obj is ServicePrincipalEntitlement;

  readonly accountLicenseType: Output<string | undefined>;
  /** Subject descriptor, such as `aadsp.…`. */
  readonly descriptor: Output<string>;
  readonly displayName: Output<string>;
  readonly licensingSource: Output<string | undefined>;
  readonly origin: Output<string>;
  readonly originId: Output<string>;

  constructor(name: string, args: ServicePrincipalEntitlementArgs, opts?: CustomResourceOptions);
}

export interface ServicePrincipalEntitlementArgs {
  /** `express` (takes a Basic seat), `stakeholder`, `advanced`, … Default: `express`. */
  accountLicenseType?: Input<string | undefined>;
  /** `account`, `msdn`, … Default: `account`. */
  licensingSource?: Input<string | undefined>;
  /** Directory of the principal. Default: `aad`. A change replaces the membership. */
  origin?: Input<string | undefined>;
  /** Object id of the principal in Entra. A change replaces the membership. */
  originId: Input<string>;
}

export interface ServicePrincipalEntitlementState {
  accountLicenseType?: Input<string | undefined>;
  descriptor?: Input<string | undefined>;
  displayName?: Input<string | undefined>;
  licensingSource?: Input<string | undefined>;
  origin?: Input<string | undefined>;
  originId?: Input<string | undefined>;
}
