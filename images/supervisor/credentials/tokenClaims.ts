import { jsonObject, parseJson, textOf } from "../http/jsonObject";

/** What a federated credential in Entra is compared with. */
export interface TokenClaims {
  readonly issuer?: string;
  readonly subject?: string;
  readonly audience?: string;
}

/** What a JSON Web Token says of itself, unverified: for messages only. */
export function tokenClaims(token: string): TokenClaims {
  const payload = jsonObject(parseJson(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")));
  const audience: unknown = Array.isArray(payload["aud"]) ? payload["aud"].join(", ") : payload["aud"];
  return { issuer: textOf(payload["iss"]), subject: textOf(payload["sub"]), audience: textOf(audience) };
}
