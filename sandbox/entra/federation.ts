/** What the token endpoint asks about the world outside of the directory. */
export interface Federation {
  /** The federated credentials of the managed identity that has the client id; none when there is no such identity. */
  credentials(clientId: string): Promise<readonly FederatedCredential[]>;
  /** The keys that a token issuer publishes, as JWKS; undefined when nobody answers at its URL. */
  keys(issuer: string): Promise<JsonWebKeySet | undefined>;
}

/** What a federated credential trusts: all three must be in a token, letter by letter (entra-docs reference-breaking-changes 2024-08). */
export interface FederatedCredential {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  /** Milliseconds since the epoch. Entra comes to know a fresh one after a while. */
  readonly writtenAt: number;
}

/** RFC 7517, as an issuer's `jwks_uri` answers. */
export interface JsonWebKeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}
