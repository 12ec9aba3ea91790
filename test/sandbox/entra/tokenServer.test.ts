import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { Directory, type Principal } from "../../../sandbox/entra/directory";
import type { FederatedCredential, JsonWebKeySet } from "../../../sandbox/entra/federation";
import { startTokenServer, type TokenServer } from "../../../sandbox/entra/tokenServer";

const azureDevOps = "499b84ac-1321-427f-aa17-267ca6975798";
const trusted = {
  issuer: "https://westeurope.oic.prod-aks.azure.com/tenant/cluster/",
  subject: "system:serviceaccount:win22:agent",
  audience: "api://AzureADTokenExchange",
};
const otherIssuer = "https://westeurope.oic.prod-aks.azure.com/tenant/other/";
/** The moment of each request. */
const now = new Date("2026-11-30T12:00:00Z");
const nowSeconds = now.getTime() / 1000;

interface Refusal {
  readonly error: string;
  readonly error_description: string;
  readonly error_codes: readonly number[];
}

describe("Entra's token endpoint", () => {
  let folder = "";
  let directory: Directory;
  let identity: Principal;
  let server: TokenServer;
  let sign: (claims: Partial<typeof trusted> & { exp?: number; nbf?: number }, key?: CryptoKey) => Promise<string>;
  let strangersKey: CryptoKey;
  let credentials: FederatedCredential[] = [];
  const published = new Map<string, JsonWebKeySet>();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "entra-"));
    directory = new Directory(join(folder, "entra.json"));
    identity = directory.createPrincipal("win22-identity");
    const pair = await generateKeyPair("RS256");
    strangersKey = (await generateKeyPair("RS256")).privateKey;
    published.set(trusted.issuer, { keys: [{ ...(await exportJWK(pair.publicKey)), kid: "1", alg: "RS256" }] });
    sign = ({ issuer, subject, audience, exp, nbf }, key = pair.privateKey) =>
      new SignJWT({})
        .setProtectedHeader({ alg: "RS256", kid: "1" })
        .setIssuer(issuer ?? trusted.issuer)
        .setSubject(subject ?? trusted.subject)
        .setAudience(audience ?? trusted.audience)
        .setNotBefore(nbf ?? nowSeconds - 10)
        .setExpirationTime(exp ?? nowSeconds + 3600)
        .sign(key);
    server = await startTokenServer({
      directory,
      federation: {
        credentials: async (clientId) => (clientId === identity.clientId ? credentials : []),
        keys: async (issuer) => published.get(issuer),
      },
      federationDelaySeconds: 120,
      now: () => now,
    });
  });

  beforeEach(() => {
    credentials = [{ ...trusted, writtenAt: now.getTime() - 121_000 }];
  });

  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  async function post(form: Record<string, string>, tenant = directory.tenantId) {
    const response = await fetch(`${server.url}/${tenant}/oauth2/v2.0/token`, {
      method: "POST",
      body: new URLSearchParams(form),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  async function formWith(changes: Record<string, string> = {}): Promise<Record<string, string>> {
    return {
      grant_type: "client_credentials",
      client_id: identity.clientId,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: await sign({}),
      scope: `${azureDevOps}/.default`,
      ...changes,
    };
  }

  async function refusal(form: Record<string, string>, tenant?: string): Promise<readonly [number, string, number]> {
    const { status, body } = await post(form, tenant);
    const { error, error_codes: codes } = body as unknown as Refusal;
    return [status, error, codes[0] ?? 0];
  }

  it("exchanges a service account's token for one of the managed identity", async () => {
    const { status, body } = await post(await formWith());
    assert.equal(status, 200);
    assert.equal(body["token_type"], "Bearer");
    const named = await directory.verifyToken(String(body["access_token"]), [azureDevOps]);
    assert.equal(named?.objectId, identity.objectId);
  });

  it("issues a token for the resource of the scope alone", async () => {
    const { body } = await post(await formWith({ scope: "https://management.azure.com/.default" }));
    assert.equal(await directory.verifyToken(String(body["access_token"]), [azureDevOps]), undefined);
  });

  it("says which issuer no credential has: 700211", async () => {
    const form = await formWith({ client_assertion: await sign({ issuer: otherIssuer }) });
    assert.deepEqual(await refusal(form), [401, "invalid_client", 700211]);
    assert.match(String((await post(form)).body["error_description"]), /assertion issuer 'https:.*\/other\/'/);
  });

  it("compares the issuer letter by letter: a slash less is another one", async () => {
    const assertion = await sign({ issuer: trusted.issuer.replace(/\/$/, "") });
    assert.deepEqual(await refusal(await formWith({ client_assertion: assertion })), [401, "invalid_client", 700211]);
  });

  it("says which subject no credential has: 700213", async () => {
    const assertion = await sign({ subject: "system:serviceaccount:win22:default" });
    assert.deepEqual(await refusal(await formWith({ client_assertion: assertion })), [401, "invalid_client", 700213]);
  });

  it("says which audience no credential has: 700212", async () => {
    const assertion = await sign({ audience: "https://kubernetes.default.svc" });
    assert.deepEqual(await refusal(await formWith({ client_assertion: assertion })), [401, "invalid_client", 700212]);
  });

  it("does not know a credential of less than the delay: 70021", async () => {
    credentials = [{ ...trusted, writtenAt: now.getTime() - 119_000 }];
    assert.deepEqual(await refusal(await formWith()), [400, "invalid_request", 70021]);
  });

  it("says of an identity without credentials that it has none: 70025", async () => {
    credentials = [];
    assert.deepEqual(await refusal(await formWith()), [401, "invalid_client", 70025]);
  });

  it("refuses a token that is over: 700024", async () => {
    const assertion = await sign({ nbf: nowSeconds - 7200, exp: nowSeconds - 3600 });
    assert.deepEqual(await refusal(await formWith({ client_assertion: assertion })), [401, "invalid_client", 700024]);
    const { body } = await post(await formWith({ client_assertion: assertion }));
    assert.match(String(body["error_description"]), /expiry time of assertion 2026-11-30T11:00:00\.000Z/);
  });

  it("refuses a token that somebody else has signed: 700027", async () => {
    const assertion = await sign({}, strangersKey);
    assert.deepEqual(await refusal(await formWith({ client_assertion: assertion })), [401, "invalid_client", 700027]);
  });

  it("refuses the token of an issuer that nobody can ask for its keys: 50166", async () => {
    credentials = [{ ...trusted, issuer: otherIssuer, writtenAt: 0 }];
    const assertion = await sign({ issuer: otherIssuer });
    assert.deepEqual(await refusal(await formWith({ client_assertion: assertion })), [400, "invalid_request", 50166]);
  });

  const malformed: readonly (readonly [string, Record<string, string>, readonly [number, string, number]])[] = [
    [
      "a client that the tenant does not have",
      { client_id: "11111111-0000-4000-8000-000000000000" },
      [400, "unauthorized_client", 700016],
    ],
    ["an assertion that is no token", { client_assertion: "secret" }, [400, "invalid_request", 50027]],
    ["another grant", { grant_type: "password" }, [400, "unsupported_grant_type", 70003]],
    [
      "a scope of one right",
      { scope: "499b84ac-1321-427f-aa17-267ca6975798/user_impersonation" },
      [400, "invalid_scope", 1002012],
    ],
    ["an assertion of another type", { client_assertion_type: "saml" }, [401, "invalid_client", 7000218]],
  ];
  for (const [what, changes, expected] of malformed) {
    it(`refuses ${what}`, async () => assert.deepEqual(await refusal(await formWith(changes)), expected));
  }

  it("refuses a client secret: managed identities have none", async () => {
    const { client_assertion: _assertion, ...form } = await formWith({ client_secret: "x" });
    assert.deepEqual(await refusal(form), [401, "invalid_client", 7000215]);
  });

  it("refuses another tenant", async () => {
    assert.deepEqual(await refusal(await formWith(), "contoso.com"), [400, "invalid_request", 90002]);
  });

  it("answers in the form that clients of Entra read", async () => {
    const { body } = await post(await formWith({ client_assertion: await sign({ subject: "x" }) }));
    assert.equal(body["timestamp"], "2026-11-30 12:00:00Z");
    assert.match(
      String(body["error_description"]),
      /^AADSTS700213: .* Trace ID: \S{36} Correlation ID: \S{36} Timestamp: 2026-11-30 12:00:00Z$/,
    );
  });
});
