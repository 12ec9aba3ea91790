import { createPrivateKey, generateKeyPairSync, randomUUID, type KeyObject } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SignJWT } from "jose";
import { readJson, writeJson } from "./agentSettings";
import type { HttpClient } from "./httpClient";
import { ServiceFailure, type Credential } from "./serviceClient";
import type { PublicKey, TaskAgent } from "./taskAgent";

/** Parameters of an RSA key as .NET names them, in base64. */
interface RsaParameters {
  readonly d: string;
  readonly dp: string;
  readonly dq: string;
  readonly exponent: string;
  readonly inverseQ: string;
  readonly modulus: string;
  readonly p: string;
  readonly q: string;
}

interface CredentialFile {
  readonly scheme: "OAuth";
  readonly data: { readonly clientId: string; readonly authorizationUrl: string; readonly oauthEndpointUrl: string };
}

/** The agent's own key: the one in `.credentials_rsaparams`, else a new one that is written there. */
export function ensureKey(root: string): PublicKey {
  const file = keyFile(root);
  if (!existsSync(file)) {
    writeJson(file, newKey(), 0o600);
  }
  const { exponent, modulus } = readJson(file) as RsaParameters;
  return { exponent, modulus };
}

/** Leaves in `.credentials` how the registered agent signs in. */
export function saveCredential(root: string, { authorization }: TaskAgent): void {
  const { clientId, authorizationUrl } = authorization ?? {};
  if (clientId === undefined || authorizationUrl === undefined) {
    throw new Error("The service gave the agent no way to sign in.");
  }
  const credential: CredentialFile = {
    scheme: "OAuth",
    data: { clientId, authorizationUrl, oauthEndpointUrl: authorizationUrl },
  };
  writeJson(join(root, ".credentials"), credential, 0o600);
}

/** Exchanges assertions, signed with the agent's key, for access tokens, each as long as it is good (OAuthCredential.cs). */
export function agentCredential(root: string, http: HttpClient): Credential {
  const { data } = readJson(join(root, ".credentials")) as CredentialFile;
  const key = privateKey(readJson(keyFile(root)) as RsaParameters);
  let token: { readonly value: string; readonly renewAt: number } | undefined;
  return async (fresh) => {
    if (fresh || token === undefined || token.renewAt <= Date.now()) {
      const { access_token: value, expires_in: seconds } = await exchange(http, data, await assertion(data, key));
      token = { value, renewAt: Date.now() + seconds * 900 };
    }
    return `Bearer ${token.value}`;
  };
}

async function exchange(http: HttpClient, { oauthEndpointUrl }: CredentialFile["data"], clientAssertion: string) {
  const answer = await http.send({
    method: "POST",
    url: new URL(oauthEndpointUrl),
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: clientAssertion,
    }).toString(),
  });
  if (answer.status !== 200) {
    throw new ServiceFailure(answer.status, "VssOAuthTokenRequestException", `No token for the agent: ${answer.text}`);
  }
  return JSON.parse(answer.text) as { access_token: string; expires_in: number };
}

function assertion({ clientId, authorizationUrl }: CredentialFile["data"], key: KeyObject): Promise<string> {
  return new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(authorizationUrl)
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(key);
}

function keyFile(root: string): string {
  return join(root, ".credentials_rsaparams");
}

function newKey(): RsaParameters {
  const jwk = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });
  const base64 = (value = "") => Buffer.from(value, "base64url").toString("base64");
  return {
    d: base64(jwk.d),
    dp: base64(jwk.dp),
    dq: base64(jwk.dq),
    exponent: base64(jwk.e),
    inverseQ: base64(jwk.qi),
    modulus: base64(jwk.n),
    p: base64(jwk.p),
    q: base64(jwk.q),
  };
}

function privateKey(key: RsaParameters): KeyObject {
  const url = (value: string) => Buffer.from(value, "base64").toString("base64url");
  return createPrivateKey({
    format: "jwk",
    key: {
      kty: "RSA",
      d: url(key.d),
      dp: url(key.dp),
      dq: url(key.dq),
      e: url(key.exponent),
      qi: url(key.inverseQ),
      n: url(key.modulus),
      p: url(key.p),
      q: url(key.q),
    },
  });
}
