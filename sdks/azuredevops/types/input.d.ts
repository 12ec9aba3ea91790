import type { Input } from "@pulumi/pulumi";

/** Credentials of the service principal behind an Azure Resource Manager endpoint. */
export interface ServiceEndpointAzureRMCredentials {
  /** Client id of the service principal or of the user-assigned identity. */
  serviceprincipalid: Input<string>;
  /** Client secret. Leave it out with workload identity federation. */
  serviceprincipalkey?: Input<string | undefined>;
  /** PEM certificate with its key, instead of a secret. */
  serviceprincipalcertificate?: Input<string | undefined>;
}

/** What Azure DevOps does with the endpoint when it is created. */
export interface ServiceEndpointAzureRMFeatures {
  /** Try a sign-in after creation, and delete the endpoint when that fails. Default: false. */
  validate?: Input<boolean | undefined>;
}
