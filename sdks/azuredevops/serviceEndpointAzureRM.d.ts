import { CustomResource, type CustomResourceOptions, type ID, type Input, type Output } from "@pulumi/pulumi";
import type * as inputs from "./types/input";
import type * as outputs from "./types/output";

/** Service connection of a project to Azure Resource Manager. */
export declare class ServiceEndpointAzureRM extends CustomResource {
  /** An existing endpoint's state, by its GUID. */
  static get(
    name: string,
    id: Input<ID>,
    state?: ServiceEndpointAzureRMState,
    opts?: CustomResourceOptions,
  ): ServiceEndpointAzureRM;
  /** Whether an object is a ServiceEndpointAzureRM, also when the SDK was loaded twice. */
  static isInstance(obj: unknown): obj is ServiceEndpointAzureRM;

  readonly authorization: Output<{ [key: string]: string }>;
  readonly azurermManagementGroupId: Output<string | undefined>;
  readonly azurermManagementGroupName: Output<string | undefined>;
  readonly azurermSpnTenantid: Output<string>;
  readonly azurermSubscriptionId: Output<string | undefined>;
  readonly azurermSubscriptionName: Output<string | undefined>;
  readonly credentials: Output<outputs.ServiceEndpointAzureRMCredentials | undefined>;
  readonly environment: Output<string | undefined>;
  readonly features: Output<outputs.ServiceEndpointAzureRMFeatures | undefined>;
  readonly projectId: Output<string>;
  readonly resourceGroup: Output<string | undefined>;
  readonly serverUrl: Output<string>;
  readonly serviceEndpointAuthenticationScheme: Output<string | undefined>;
  readonly serviceEndpointName: Output<string>;
  readonly servicePrincipalId: Output<string>;
  /** Issuer to put into the federated credential of the identity. */
  readonly workloadIdentityFederationIssuer: Output<string>;
  /** Subject to put into the federated credential of the identity. */
  readonly workloadIdentityFederationSubject: Output<string>;

  constructor(name: string, args: ServiceEndpointAzureRMArgs, opts?: CustomResourceOptions);
}

export interface ServiceEndpointAzureRMArgs {
  /** Scope of a connection to a management group instead of a subscription. */
  azurermManagementGroupId?: Input<string | undefined>;
  azurermManagementGroupName?: Input<string | undefined>;
  /** Tenant of the service principal. */
  azurermSpnTenantid?: Input<string | undefined>;
  azurermSubscriptionId?: Input<string | undefined>;
  azurermSubscriptionName?: Input<string | undefined>;
  credentials?: Input<inputs.ServiceEndpointAzureRMCredentials | undefined>;
  /** `AzureCloud`, `AzureChinaCloud`, `AzureUSGovernment`, `AzureStack`. Default: `AzureCloud`. A change replaces. */
  environment?: Input<string | undefined>;
  features?: Input<inputs.ServiceEndpointAzureRMFeatures | undefined>;
  /** GUID of the project. A change replaces. */
  projectId: Input<string>;
  /** Narrows the scope to one resource group. A change replaces. */
  resourceGroup?: Input<string | undefined>;
  /** Only with `AzureStack`. A change replaces. */
  serverUrl?: Input<string | undefined>;
  /** `WorkloadIdentityFederation`, `ManagedServiceIdentity`, `ServicePrincipal`. Default: `ServicePrincipal`. A change replaces. */
  serviceEndpointAuthenticationScheme?: Input<string | undefined>;
  /** Name by which pipelines use the connection. */
  serviceEndpointName: Input<string>;
}

export interface ServiceEndpointAzureRMState extends Partial<ServiceEndpointAzureRMArgs> {
  authorization?: Input<{ [key: string]: Input<string> } | undefined>;
  servicePrincipalId?: Input<string | undefined>;
  workloadIdentityFederationIssuer?: Input<string | undefined>;
  workloadIdentityFederationSubject?: Input<string | undefined>;
}
