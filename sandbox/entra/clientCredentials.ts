import { authenticateClient } from "./authenticateClient";
import type { Exchange } from "./exchangeAssertion";
import { type TokenError, tokenErrors } from "./tokenErrors";
import { tokenResource } from "./tokenResource";

/** Entra names a life of 60 to 90 minutes (entra-docs identity-platform/access-tokens); the directory's tokens live an hour. */
const lifeSeconds = 3599;

export interface Grant {
  readonly token_type: "Bearer";
  readonly access_token: string;
  /** Seconds. The first version of the endpoint writes its numbers as text. */
  readonly expires_in: number | string;
  readonly ext_expires_in: number | string;
  /** Seconds since the epoch; in the first version only. */
  readonly expires_on?: string;
  readonly not_before?: string;
  readonly resource?: string;
}

/** Answers the client credentials grant (RFC 6749, 4.4). */
export async function grantToken(
  tenant: string,
  form: URLSearchParams,
  version: 1 | 2,
  exchange: Exchange,
): Promise<Grant | TokenError> {
  const { directory } = exchange;
  if (tenant.toLowerCase() !== directory.tenantId) {
    return tokenErrors.unknownTenant(tenant);
  }
  const problem = formProblem(form);
  if (problem !== undefined) {
    return problem;
  }
  const resource = tokenResource(form, version, directory.tenantId);
  if (typeof resource !== "string") {
    return resource;
  }
  const principal = await authenticateClient(form, exchange);
  if ("error" in principal) {
    return principal;
  }
  const token = await directory.issueToken(principal.objectId, resource);
  return version === 1 ? firstVersion(token, resource, exchange.now()) : secondVersion(token);
}

function formProblem(form: URLSearchParams): TokenError | undefined {
  const grant = form.get("grant_type");
  if (grant === null) {
    return tokenErrors.missingParameter("grant_type");
  }
  if (grant !== "client_credentials") {
    return tokenErrors.unsupportedGrant(grant);
  }
  return form.get("client_id") === null ? tokenErrors.missingParameter("client_id") : undefined;
}

const secondVersion = (token: string): Grant => ({
  token_type: "Bearer",
  expires_in: lifeSeconds,
  ext_expires_in: lifeSeconds,
  access_token: token,
});

function firstVersion(token: string, resource: string, now: Date): Grant {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    token_type: "Bearer",
    expires_in: String(lifeSeconds),
    ext_expires_in: String(lifeSeconds),
    expires_on: String(seconds + lifeSeconds),
    not_before: String(seconds),
    resource,
    access_token: token,
  };
}
