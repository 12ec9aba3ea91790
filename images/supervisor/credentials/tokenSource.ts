import type { Clock } from "../clock";
import type { HttpClient } from "../http/httpClient";
import type { Log } from "../log";
import type { Credential } from "../settings";
import { federatedTokens } from "./federatedTokens";
import { fileTokens } from "./fileTokens";

/** Where requests to Azure DevOps get their token. */
export interface TokenSource {
  /** A token that is good for more than five minutes, as far as that can be known. Kept out of the log. */
  token(): Promise<string>;
  /** The last token was not accepted: the next one is fetched anew where that is possible. */
  forget(): void;
}

export function createTokenSource(credential: Credential, http: HttpClient, clock: Clock, log: Log): TokenSource {
  switch (credential.kind) {
    case "workloadIdentity":
      return federatedTokens(credential, http, clock, log);
    case "tokenFile":
      return fileTokens(credential.path, log);
    case "token":
      log.redact(credential.token);
      return { token: async () => credential.token, forget: () => undefined };
  }
}
