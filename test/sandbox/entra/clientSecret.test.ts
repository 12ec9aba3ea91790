import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Directory } from "../../../sandbox/entra/directory";
import { startTokenServer, type TokenServer } from "../../../sandbox/entra/tokenServer";

const folder = mkdtempSync(join(tmpdir(), "entra-secret-"));
const file = join(folder, "entra.json");
const management = "https://management.azure.com";

describe("Entra's token endpoint, asked with a client secret", () => {
  let directory: Directory;
  let server: TokenServer;

  before(async () => {
    directory = new Directory(file);
    server = await startTokenServer({
      directory,
      federation: { credentials: async () => [], keys: async () => undefined },
    });
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  async function ask(changes: Record<string, string>, path = "oauth2/v2.0/token") {
    const form = {
      grant_type: "client_credentials",
      client_id: directory.deployer.clientId,
      client_secret: directory.deployerSecret,
      ...changes,
    };
    const response = await fetch(`${server.url}/${directory.tenantId}/${path}`, {
      method: "POST",
      body: new URLSearchParams(form),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** Scopes as clients write them, and the audience that the token then has. */
  const scopes: readonly (readonly [string, string])[] = [
    [`${management}/.default`, management],
    [`${management}//.default`, `${management}/`],
    ["https://management.core.windows.net//.default", "https://management.core.windows.net/"],
    ["https://127.0.0.1:4711//.default", "https://127.0.0.1:4711/"],
    ["https://storage.azure.com/.default", "https://storage.azure.com"],
    ["https://contexts4711.blob.core.windows.net/.default", "https://contexts4711.blob.core.windows.net"],
    ["https://containerregistry.azure.net/.default", "https://containerregistry.azure.net"],
    ["499b84ac-1321-427f-aa17-267ca6975798/.default", "499b84ac-1321-427f-aa17-267ca6975798"],
  ];
  for (const [scope, audience] of scopes) {
    it(`issues the principal that deploys a token for ${scope}`, async () => {
      const { body } = await ask({ scope });
      const named = await directory.verifyToken(String(body["access_token"]), [audience]);
      assert.equal(named?.objectId, directory.deployer.objectId);
    });
  }

  it("answers the first version of the endpoint with text for numbers", async () => {
    const { body } = await ask({ resource: `${management}/` }, "oauth2/token");
    assert.equal(body["expires_in"], "3599");
    assert.equal(body["resource"], `${management}/`);
    const named = await directory.verifyToken(String(body["access_token"]), [`${management}/`]);
    assert.equal(named?.objectId, directory.deployer.objectId);
  });

  it("refuses a wrong secret: 7000215", async () => {
    const { status, body } = await ask({ scope: `${management}/.default`, client_secret: "wrong" });
    assert.deepEqual([status, body["error"], body["error_codes"]], [401, "invalid_client", [7000215]]);
    assert.doesNotMatch(JSON.stringify(body), new RegExp(directory.deployerSecret));
  });

  it("refuses a token for a service that the tenant does not have: 500011", async () => {
    const { status, body } = await ask({ scope: "https://management.azure.example/.default" });
    assert.deepEqual([status, body["error"], body["error_codes"]], [400, "invalid_resource", [500011]]);
  });

  it("keeps the secret over a restart, in a file that is its owner's alone", () => {
    assert.equal(new Directory(file).deployerSecret, directory.deployerSecret);
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it("gives a secret to a tenant of a time when there was none, which stays the same tenant", () => {
    const older = join(folder, "older.json");
    const { deployerSecret: _secret, ...state } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    writeFileSync(older, JSON.stringify(state));
    const reopened = new Directory(older);
    assert.equal(reopened.tenantId, directory.tenantId);
    assert.equal(new Directory(older).deployerSecret, reopened.deployerSecret);
  });
});
