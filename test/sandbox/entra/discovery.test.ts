import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { Directory } from "../../../sandbox/entra/directory";
import { startTokenServer, type TokenServer } from "../../../sandbox/entra/tokenServer";

const folder = mkdtempSync(join(tmpdir(), "entra-discovery-"));

describe("What Entra tells before one signs in", () => {
  let directory: Directory;
  let server: TokenServer;

  before(async () => {
    directory = new Directory(join(folder, "entra.json"));
    server = await startTokenServer({
      directory,
      federation: { credentials: async () => [], keys: async () => undefined },
    });
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  async function get(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${server.url}${path}`, { headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  it("endpoints of a tenant, through the front by which it was asked", async () => {
    const front = { "x-forwarded-proto": "https", "x-forwarded-host": "login.example.com" };
    const { body } = await get(`/${directory.tenantId}/v2.0/.well-known/openid-configuration`, front);
    const tenant = `https://login.example.com/${directory.tenantId}`;
    assert.equal(body["token_endpoint"], `${tenant}/oauth2/v2.0/token`);
    assert.equal(body["jwks_uri"], `${tenant}/discovery/v2.0/keys`);
    assert.equal(body["issuer"], `https://login.microsoftonline.com/${directory.tenantId}/v2.0`);
  });

  it("the first version's endpoints, whose issuer signs access tokens", async () => {
    const { body } = await get(`/${directory.tenantId}/.well-known/openid-configuration`);
    assert.equal(body["token_endpoint"], `${server.url}/${directory.tenantId}/oauth2/token`);
    assert.equal(body["issuer"], `https://sts.windows.net/${directory.tenantId}/`);
  });

  it("keys that verify the tenant's tokens", async () => {
    const { body } = await get(`/${directory.tenantId}/v2.0/.well-known/openid-configuration`);
    const keys = createRemoteJWKSet(new URL(String(body["jwks_uri"])));
    const claims = { issuer: directory.idTokenIssuer, subject: "one", audience: "api://AzureADTokenExchange" };
    const { payload } = await jwtVerify(await directory.issueIdToken(claims), keys);
    assert.deepEqual([payload.iss, payload.sub, payload.aud], Object.values(claims));
    assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 600);
  });

  it("nothing of a tenant that does not exist: 90002", async () => {
    const { status, body } = await get("/contoso.com/v2.0/.well-known/openid-configuration");
    assert.equal(status, 400);
    assert.deepEqual([body["error"], body["error_codes"]], ["invalid_tenant", [90002]]);
  });

  it("which hosts are one cloud", async () => {
    const { body } = await get("/common/discovery/instance?api-version=1.1&authorization_endpoint=https://x");
    const [cloud] = body["metadata"] as { preferred_network: string; aliases: string[] }[];
    assert.ok(cloud?.aliases.includes(cloud.preferred_network));
    assert.match(String(body["tenant_discovery_endpoint"]), /\/v2\.0\/\.well-known\/openid-configuration$/);
  });
});
