import { type Input, type Output, ProviderResource, type ResourceOptions } from "@pulumi/pulumi";

/** Connection to one Azure DevOps organisation. What is not given is taken from the environment by the plugin. */
export declare class Provider extends ProviderResource {
  /** Whether an object is a Provider, also when the SDK was loaded twice. */
  static isInstance(obj: unknown): obj is Provider;

  readonly clientCertificate: Output<string | undefined>;
  readonly clientCertificatePassword: Output<string | undefined>;
  readonly clientCertificatePath: Output<string | undefined>;
  readonly clientId: Output<string | undefined>;
  readonly clientIdFilePath: Output<string | undefined>;
  readonly clientSecret: Output<string | undefined>;
  readonly clientSecretPath: Output<string | undefined>;
  readonly oidcAzureServiceConnectionId: Output<string | undefined>;
  readonly oidcRequestToken: Output<string | undefined>;
  readonly oidcRequestUrl: Output<string | undefined>;
  readonly oidcToken: Output<string | undefined>;
  readonly oidcTokenFilePath: Output<string | undefined>;
  readonly orgServiceUrl: Output<string | undefined>;
  readonly personalAccessToken: Output<string | undefined>;
  readonly tenantId: Output<string | undefined>;

  constructor(name: string, args?: ProviderArgs, opts?: ResourceOptions);
}

export interface ProviderArgs {
  /** Further tenants in which the principal may be asked for. */
  auxiliaryTenantIds?: Input<Input<string>[] | undefined>;
  /** Base64 of a PKCS#12 certificate. Secret. */
  clientCertificate?: Input<string | undefined>;
  /** Secret. */
  clientCertificatePassword?: Input<string | undefined>;
  clientCertificatePath?: Input<string | undefined>;
  /** Client id of the service principal or managed identity, a GUID. Environment: `ARM_CLIENT_ID`. */
  clientId?: Input<string | undefined>;
  clientIdFilePath?: Input<string | undefined>;
  /** Secret. Environment: `ARM_CLIENT_SECRET`. */
  clientSecret?: Input<string | undefined>;
  clientSecretPath?: Input<string | undefined>;
  oidcAzureServiceConnectionId?: Input<string | undefined>;
  oidcRequestToken?: Input<string | undefined>;
  oidcRequestUrl?: Input<string | undefined>;
  /** Secret. Environment: `ARM_OIDC_TOKEN`. */
  oidcToken?: Input<string | undefined>;
  oidcTokenFilePath?: Input<string | undefined>;
  /** URL of the organisation. Default: environment variable `AZDO_ORG_SERVICE_URL`. */
  orgServiceUrl?: Input<string | undefined>;
  /** Secret. Environment: `AZDO_PERSONAL_ACCESS_TOKEN`. */
  personalAccessToken?: Input<string | undefined>;
  /** Tenant of the principal, a GUID. Environment: `ARM_TENANT_ID`. */
  tenantId?: Input<string | undefined>;
  /** Use the sign-in of the az CLI. Default: true. */
  useCli?: Input<boolean | undefined>;
  /** Use the machine's managed identity. Default: false. */
  useMsi?: Input<boolean | undefined>;
  /** Exchange an OIDC token. Default: false. */
  useOidc?: Input<boolean | undefined>;
}
