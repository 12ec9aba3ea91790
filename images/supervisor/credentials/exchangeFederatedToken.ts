import { readFile } from "node:fs/promises";
import { ServiceCallError } from "../agentService";
import type { Clock } from "../clock";
import type { HttpAnswer, HttpClient } from "../http/httpClient";
import { jsonObject, parseJson, textOf } from "../http/jsonObject";
import { retryAfterSeconds } from "../http/retryAfter";
import type { Log } from "../log";
import { SupervisorError } from "../supervisorError";
import { entraFailure } from "./entraFailure";
import type { WorkloadIdentity } from "./federatedTokens";
import { tokenClaims } from "./tokenClaims";

/** Azure DevOps in Entra (learn.microsoft.com, service principals and managed identities in Azure DevOps). */
const scope = "499b84ac-1321-427f-aa17-267ca6975798/.default";

export interface EntraToken {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Entra does not accept the service account's token. */
export class FederationError extends ServiceCallError {
  constructor(
    failure: "refused" | "expired",
    message: string,
    remedies: readonly string[],
    /** Whether a credential that was just made would show like this. */
    readonly mayBeLate: boolean,
  ) {
    super(failure, message, undefined, remedies);
  }
}

/**
 * Exchanges the service account's token, read anew because the kubelet renews it, for an Entra token.
 * @throws FederationError, ServiceCallError `network`, `throttled`, `unavailable`, SupervisorError `configuration`
 */
export async function exchangeFederatedToken(
  { clientId, tenantId, tokenFile, authorityHost }: WorkloadIdentity,
  http: HttpClient,
  clock: Clock,
  log: Log,
): Promise<EntraToken> {
  const assertion = await assertionIn(tokenFile);
  log.redact(assertion);
  const answer = await http({
    method: "POST",
    url: `${authorityHost.replace(/\/+$/, "")}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: assertion,
      scope,
    }).toString(),
  });
  const body = jsonObject(parseJson(answer.text));
  const token = textOf(body["access_token"]);
  if (answer.status !== 200 || token === undefined) {
    throw failureOf(answer, assertion, { clientId, tenantId, host: new URL(authorityHost).host }, clock.now());
  }
  log.redact(token);
  return { token, expiresAt: clock.now() + Number(body["expires_in"] ?? 0) * 1000 };
}

async function assertionIn(path: string): Promise<string> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    throw new SupervisorError("configuration", `AZURE_FEDERATED_TOKEN_FILE: ${path} cannot be read: ${String(error)}`, [
      "Check that the pod mounts the service account's token there and that the supervisor's user may read it.",
    ]);
  }
}

function failureOf(
  answer: HttpAnswer,
  assertion: string,
  where: { readonly clientId: string; readonly tenantId: string; readonly host: string },
  now: number,
): ServiceCallError {
  const body = jsonObject(parseJson(answer.text));
  const wait = retryAfterSeconds(answer.headers["retry-after"], now);
  if (answer.status === 429 || answer.status >= 500 || body["error"] === "temporarily_unavailable") {
    const failure = answer.status === 429 ? "throttled" : "unavailable";
    return new ServiceCallError(
      failure,
      `Entra (${where.host}) answers ${answer.status} to the request for a token.`,
      wait,
    );
  }
  const description = textOf(body["error_description"])?.split(/\r?\n/)[0];
  const code = Number(/AADSTS(\d+)/.exec(description ?? "")?.[1]);
  if (Number.isNaN(code)) {
    const message = `${where.host} gave an answer (status ${answer.status}) that is none of Entra's.`;
    return new ServiceCallError("unexpected", message, wait, ["Check AZURE_AUTHORITY_HOST and the proxy."]);
  }
  const { remedies, mayBeLate, failure } = entraFailure(code, tokenClaims(assertion), where);
  return new FederationError(failure, `Entra refuses the token: ${description ?? ""}`, remedies, mayBeLate);
}
