import { createHash, timingSafeEqual } from "node:crypto";
import type { Directory, Principal } from "./directory";
import { exchangeAssertion, type Exchange } from "./exchangeAssertion";
import { type TokenError, tokenErrors } from "./tokenErrors";

/** RFC 7523, 2.2. */
const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Whom the client's assertion or secret proves it to be, or why it proves nothing. */
export async function authenticateClient(form: URLSearchParams, exchange: Exchange): Promise<Principal | TokenError> {
  const clientId = form.get("client_id") ?? "";
  const [assertion, secret] = [form.get("client_assertion"), form.get("client_secret")];
  if (assertion !== null && form.get("client_assertion_type") === assertionType) {
    return exchangeAssertion(clientId, assertion, exchange);
  }
  return secret === null ? tokenErrors.missingCredential() : checkSecret(clientId, secret, exchange.directory);
}

/** Only the principal that deploys has a secret: managed identities have none. */
function checkSecret(clientId: string, secret: string, directory: Directory): Principal | TokenError {
  const principal = directory.principalOfClient(clientId);
  if (principal === undefined) {
    return tokenErrors.unknownClient(clientId, directory.tenantId);
  }
  const isRight = principal.objectId === directory.deployer.objectId && isSame(secret, directory.deployerSecret);
  return isRight ? principal : tokenErrors.invalidSecret(clientId);
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
