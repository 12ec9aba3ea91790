/** A refusal of Entra's token endpoint, before it is dressed with ids and a time. */
export interface TokenError {
  readonly status: 400 | 401;
  /** OAuth code (RFC 6749, 5.2). */
  readonly error:
    | "invalid_request"
    | "invalid_client"
    | "invalid_scope"
    | "invalid_resource"
    | "invalid_tenant"
    | "unauthorized_client"
    | "unsupported_grant_type";
  /** The number after AADSTS. */
  readonly code: number;
  readonly text: string;
}

const federationPage = "https://learn.microsoft.com/entra/workload-id/workload-identity-federation";
const assertionPage = "https://learn.microsoft.com/entra/identity-platform/certificate-credentials";

/**
 * What Entra answers, as people have met it. Sources: entra-docs identity-platform/reference-error-codes, and for what that page lacks
 * 70021 Azure/azure-workload-identity#616; 70025 and 700212 reports of several projects; 700211 #1200; 700213 Azure/login#482;
 * 500011 Azure/azure-cli#29113; 50166 #642; 700024 AzureAD/microsoft-authentication-library-for-java#984; 1002012 MicrosoftDocs/azure-docs#99862.
 */
export const tokenErrors = {
  unknownTenant: (tenant: string): TokenError => ({
    status: 400,
    error: "invalid_request",
    code: 90002,
    text: `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud. Check with your subscription administrator, this may happen if there are no active subscriptions for the tenant.`,
  }),
  missingParameter: (name: string): TokenError => ({
    status: 400,
    error: "invalid_request",
    code: 900144,
    text: `The request body must contain the following parameter: '${name}'.`,
  }),
  unsupportedGrant: (grant: string): TokenError => ({
    status: 400,
    error: "unsupported_grant_type",
    code: 70003,
    text: `The app requested an unsupported grant type '${grant}'.`,
  }),
  missingCredential: (): TokenError => ({
    status: 401,
    error: "invalid_client",
    code: 7000218,
    text: "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
  }),
  invalidSecret: (clientId: string): TokenError => ({
    status: 401,
    error: "invalid_client",
    code: 7000215,
    text: `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${clientId}'.`,
  }),
  invalidScope: (scope: string): TokenError => ({
    status: 400,
    error: "invalid_scope",
    code: 1002012,
    text: `The provided value for scope ${scope} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).`,
  }),
  unknownResource: (resource: string, tenant: string): TokenError => ({
    status: 400,
    error: "invalid_resource",
    code: 500011,
    text: `The resource principal named ${resource} was not found in the tenant named ${tenant}. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant. You might have sent your authentication request to the wrong tenant.`,
  }),
  unknownClient: (clientId: string, tenant: string): TokenError => ({
    status: 400,
    error: "unauthorized_client",
    code: 700016,
    text: `Application with identifier '${clientId}' was not found in the directory '${tenant}'. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant. You may have sent your authentication request to the wrong tenant.`,
  }),
  malformedAssertion: (): TokenError => ({
    status: 400,
    error: "invalid_request",
    code: 50027,
    text: "JWT token is invalid or malformed.",
  }),
  noCredentials: (clientId: string, name: string): TokenError => ({
    status: 401,
    error: "invalid_client",
    code: 70025,
    text: `The client '${clientId}'(${name}) has no configured federated identity credentials.`,
  }),
  credentialNotYetKnown: (issuer: string, subject: string, audience: string): TokenError => ({
    status: 400,
    error: "invalid_request",
    code: 70021,
    text: `No matching federated identity record found for presented assertion. Assertion Issuer: '${issuer}'. Assertion Subject: '${subject}'. Assertion Audience: '${audience}'. ${federationPage}`,
  }),
  issuerMismatch: (issuer: string) => mismatch(700211, "issuer", issuer),
  audienceMismatch: (audience: string) => mismatch(700212, "audience", audience),
  subjectMismatch: (subject: string) => mismatch(700213, "subject", subject),
  issuerUnreachable: (): TokenError => ({
    status: 400,
    error: "invalid_request",
    code: 50166,
    text: "Request to External OIDC endpoint failed.",
  }),
  wrongSignature: (): TokenError => ({
    status: 401,
    error: "invalid_client",
    code: 700027,
    text: "Client assertion contains an invalid signature. [Reason - The key was not found.]",
  }),
  outOfTime: (now: Date, from: Date, until: Date): TokenError => ({
    status: 401,
    error: "invalid_client",
    code: 700024,
    text: `Client assertion is not within its valid time range. Current time: ${now.toISOString()}, assertion valid from ${from.toISOString()}, expiry time of assertion ${until.toISOString()}. Review the documentation at ${assertionPage} .`,
  }),
} as const;

function mismatch(code: number, claim: string, value: string): TokenError {
  return {
    status: 401,
    error: "invalid_client",
    code,
    text: `No matching federated identity record found for presented assertion ${claim} '${value}'. Check your federated identity credential Subject, Audience and Issuer against the presented assertion. ${federationPage}`,
  };
}
