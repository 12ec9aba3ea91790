import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT, exportJWK, generateKeyPair } from "jose";
import { createTokenSource, type TokenSource } from "../../../../images/supervisor/credentials/tokenSource";
import { createHttpClient } from "../../../../images/supervisor/http/httpClient";
import { createLog, type Log } from "../../../../images/supervisor/log";
import type { Credential } from "../../../../images/supervisor/settings";
import type { Principal } from "../../../../sandbox/entra/directory";
import type { FederatedCredential, JsonWebKeySet } from "../../../../sandbox/entra/federation";
import { startTokenServer, type TokenServer } from "../../../../sandbox/entra/tokenServer";
import { Fixture } from "../../../sandbox/azuredevops/fixture";
import { JumpingClock } from "../jumpingClock";

type WorkloadIdentity = Extract<Credential, { kind: "workloadIdentity" }>;

/** What the identity trusts, and what its service account's tokens say. */
export const trusted = {
  issuer: "https://westeurope.oic.prod-aks.azure.com/tenant/cluster/",
  subject: "system:serviceaccount:win22:agent",
  audience: "api://AzureADTokenExchange",
};

interface Federation {
  /** The one of sources and Entra; new for each test, as is what follows. */
  readonly clock: JumpingClock;
  readonly log: Log;
  readonly lines: readonly string[];
  /** Of the identity, as Entra has them; at first one that is old enough to be known everywhere. */
  credentials: FederatedCredential[];
  /** How many requests the sources have made. */
  readonly exchanges: number;
  /** Exchanges as Entra counts them. */
  readonly verified: number;
  readonly folder: string;
  readonly fixture: Fixture;
  readonly identity: Principal;
  readonly entra: TokenServer;
  /** File with the service account's token, which is a good one at first. */
  readonly tokenFile: string;
  /** A token of the cluster; default: of the trusted service account, good for an hour. */
  sign(claims?: { readonly subject?: string; readonly lifeSeconds?: number }): Promise<string>;
  credential(changes?: Partial<WorkloadIdentity>): WorkloadIdentity;
  source(credential?: Credential): TokenSource;
  /** Makes the identity a member of the organization. */
  becomeMember(): Promise<unknown>;
  /** Has Entra's next answers be this. */
  answer(status: number, body: unknown, headers?: Record<string, string>): void;
}

/** Gives the tests of a `describe` an identity that trusts a service account, and an Entra that knows it. */
export function federation(): Federation {
  let folder: string;
  let fixture: Fixture;
  let identity: Principal;
  let entra: TokenServer;
  let sign: Federation["sign"];
  let clock: JumpingClock;
  let log: Log;
  let lines: string[];
  let credentials: FederatedCredential[];
  let exchanges: number;
  let verified: number;
  const keys = new Map<string, JsonWebKeySet>();
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "credentials-"));
    fixture = await Fixture.open();
    identity = fixture.directory.createPrincipal("win22-agents");
    const pair = await generateKeyPair("RS256");
    keys.set(trusted.issuer, { keys: [{ ...(await exportJWK(pair.publicKey)), kid: "1", alg: "RS256" }] });
    sign = ({ subject = trusted.subject, lifeSeconds = 3600 } = {}) =>
      new SignJWT({})
        .setProtectedHeader({ alg: "RS256", kid: "1" })
        .setIssuer(trusted.issuer)
        .setSubject(subject)
        .setAudience(trusted.audience)
        .setNotBefore(new Date(clock.now() - 10_000))
        .setExpirationTime(new Date(clock.now() + lifeSeconds * 1000))
        .sign(pair.privateKey);
    entra = await startTokenServer({
      directory: fixture.directory,
      federation: {
        credentials: async (clientId) => {
          verified += 1;
          return clientId === identity.clientId ? credentials : [];
        },
        keys: async (issuer) => keys.get(issuer),
      },
      federationDelaySeconds: 120,
      now: () => new Date(clock.now()),
    });
  });
  beforeEach(async () => {
    clock = new JumpingClock(Date.now());
    lines = [];
    log = createLog("text", (line) => lines.push(line));
    credentials = [{ ...trusted, writtenAt: clock.now() - 121_000 }];
    exchanges = 0;
    verified = 0;
    writeFileSync(tokenFile(), await sign());
  });
  afterEach(() => entra.faults.clear());
  after(async () => {
    await entra.close();
    await fixture.close();
    rmSync(folder, { recursive: true });
  });

  const tokenFile = () => join(folder, "azure-identity-token");
  const credential = (changes: Partial<WorkloadIdentity> = {}): WorkloadIdentity => ({
    kind: "workloadIdentity",
    clientId: identity.clientId,
    tenantId: fixture.directory.tenantId,
    tokenFile: tokenFile(),
    authorityHost: `${entra.url}/`,
    ...changes,
  });
  return {
    get clock() {
      return clock;
    },
    get log() {
      return log;
    },
    get lines() {
      return lines;
    },
    get credentials() {
      return credentials;
    },
    set credentials(given) {
      credentials = given;
    },
    get exchanges() {
      return exchanges;
    },
    get verified() {
      return verified;
    },
    get folder() {
      return folder;
    },
    get fixture() {
      return fixture;
    },
    get identity() {
      return identity;
    },
    get entra() {
      return entra;
    },
    get tokenFile() {
      return tokenFile();
    },
    sign: (claims) => sign(claims),
    credential,
    source: (given = credential()) => {
      const http = createHttpClient();
      const counting: typeof http = (request) => {
        exchanges += 1;
        return http(request);
      };
      return createTokenSource(given, counting, clock, log);
    },
    becomeMember: () =>
      fixture.request("POST", "_apis/serviceprincipalentitlements", {
        accessLevel: { accountLicenseType: "express", licensingSource: "account" },
        servicePrincipal: { origin: "aad", originId: identity.objectId, subjectKind: "servicePrincipal" },
      }),
    answer: (status, body, headers = {}) => {
      entra.faults.add({ path: "/oauth2/", effect: { kind: "answer", status, body, headers } });
    },
  };
}
