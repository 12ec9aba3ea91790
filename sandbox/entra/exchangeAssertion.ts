import { createLocalJWKSet, decodeJwt, errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from "jose";
import type { Directory, Principal } from "./directory";
import type { FederatedCredential, Federation } from "./federation";
import { type TokenError, tokenErrors } from "./tokenErrors";

export interface Exchange {
  readonly directory: Directory;
  readonly federation: Federation;
  /** How long a fresh federated credential stays unknown. */
  readonly federationDelaySeconds: number;
  readonly now: () => Date;
}

/** Entra accepts clocks that are so far apart. */
const clockSkewSeconds = 300;

/** Whom a client assertion proves the caller to be, or why it proves nothing. Matches first and verifies then, as Entra's answers show. */
export async function exchangeAssertion(
  clientId: string,
  assertion: string,
  exchange: Exchange,
): Promise<Principal | TokenError> {
  const { directory, federation } = exchange;
  const principal = directory.principalOfClient(clientId);
  if (principal === undefined) {
    return tokenErrors.unknownClient(clientId, directory.tenantId);
  }
  const claims = claimsOf(assertion);
  if (claims === undefined) {
    return tokenErrors.malformedAssertion();
  }
  const credentials = await federation.credentials(clientId);
  if (credentials.length === 0) {
    return tokenErrors.noCredentials(clientId, principal.displayName);
  }
  return mismatch(claims, credentials, exchange) ?? (await invalidity(assertion, claims, exchange)) ?? principal;
}

interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly audiences: readonly string[];
  readonly payload: JWTPayload;
}

function claimsOf(assertion: string): Claims | undefined {
  try {
    const payload = decodeJwt(assertion);
    const { iss: issuer = "", sub: subject = "", aud = [] } = payload;
    return { issuer, subject, audiences: [aud].flat(), payload };
  } catch {
    return undefined;
  }
}

/** Why none of the credentials trusts the claims. */
function mismatch(
  { issuer, subject, audiences }: Claims,
  credentials: readonly FederatedCredential[],
  { federationDelaySeconds, now }: Exchange,
): TokenError | undefined {
  const ofIssuer = credentials.filter((credential) => credential.issuer === issuer);
  const ofSubject = ofIssuer.filter((credential) => credential.subject === subject);
  const match = ofSubject.find(({ audience }) => audiences.includes(audience));
  const audience = audiences[0] ?? "";
  if (match !== undefined) {
    const isFresh = now().getTime() - match.writtenAt < federationDelaySeconds * 1000;
    return isFresh ? tokenErrors.credentialNotYetKnown(issuer, subject, audience) : undefined;
  }
  if (ofSubject.length > 0) {
    return tokenErrors.audienceMismatch(audience);
  }
  return ofIssuer.length > 0 ? tokenErrors.subjectMismatch(subject) : tokenErrors.issuerMismatch(issuer);
}

/** Why the assertion is not the issuer's, or not valid now. */
async function invalidity(
  assertion: string,
  { issuer, payload }: Claims,
  { directory, federation, now }: Exchange,
): Promise<TokenError | undefined> {
  const keys = issuer === directory.idTokenIssuer ? await directory.keys() : await federation.keys(issuer);
  if (keys === undefined) {
    return tokenErrors.issuerUnreachable();
  }
  try {
    await jwtVerify(assertion, createLocalJWKSet(keys as JSONWebKeySet), {
      clockTolerance: clockSkewSeconds,
      currentDate: now(),
      requiredClaims: ["exp"],
    });
    return undefined;
  } catch (error) {
    const isOutOfTime = error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed;
    const time = (seconds = 0) => new Date(seconds * 1000);
    return isOutOfTime
      ? tokenErrors.outOfTime(now(), time(payload.nbf), time(payload.exp))
      : tokenErrors.wrongSignature();
  }
}
