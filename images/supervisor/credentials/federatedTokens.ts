import type { Clock } from "../clock";
import type { HttpClient } from "../http/httpClient";
import type { Log } from "../log";
import type { Credential } from "../settings";
import { retry } from "../retry";
import { FederationError, exchangeFederatedToken } from "./exchangeFederatedToken";
import type { TokenSource } from "./tokenSource";

export type WorkloadIdentity = Extract<Credential, { kind: "workloadIdentity" }>;

const leastLifeMilliseconds = 5 * 60 * 1000;

/** A federated credential that was just made is known everywhere in Entra only after a while. */
const lateCredential = { firstPauseSeconds: 5, longestPauseSeconds: 60, limitSeconds: 300 };

/** Entra tokens for the service account's own token. Kept while they are good for more than five minutes. */
export function federatedTokens(identity: WorkloadIdentity, http: HttpClient, clock: Clock, log: Log): TokenSource {
  let current: { readonly token: string; readonly expiresAt: number } | undefined;
  let fetching: Promise<string> | undefined;
  let hasWorked = false;

  const exchange = async (): Promise<string> => {
    const fetched = await retry(() => exchangeFederatedToken(identity, http, clock, log), {
      policy: lateCredential,
      clock,
      // What has worked once is not late.
      passes: (error) => !hasWorked && error instanceof FederationError && error.mayBeLate,
      onPause: (error, seconds) =>
        log.warn(
          "token",
          `${String(error)} Entra may not know the credential yet: next try in ${Math.ceil(seconds)} s.`,
        ),
    });
    hasWorked = true;
    current = fetched;
    return fetched.token;
  };

  return {
    token: () => {
      if (current !== undefined && current.expiresAt - clock.now() > leastLifeMilliseconds) {
        return Promise.resolve(current.token);
      }
      fetching ??= exchange().finally(() => {
        fetching = undefined;
      });
      return fetching;
    },
    forget: () => {
      current = undefined;
    },
  };
}
