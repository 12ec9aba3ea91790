import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Directory } from "../../../sandbox/entra/directory";

const audience = "https://management.azure.com";

describe("the tenant", () => {
  let folder = "";
  let file = "";

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "entra-"));
    file = join(folder, "entra.json");
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it("knows whom its token names", async () => {
    const directory = new Directory(file);
    const principal = directory.createPrincipal("agent");
    const token = await directory.issueToken(principal.objectId, audience);
    assert.deepEqual(await directory.verifyToken(token, [audience]), principal);
  });

  it("refuses a token for another audience", async () => {
    const directory = new Directory(file);
    const token = await directory.issueToken(directory.deployer.objectId, audience);
    assert.equal(await directory.verifyToken(token, ["https://vault.azure.net"]), undefined);
  });

  it("refuses a token of a principal that was deleted", async () => {
    const directory = new Directory(file);
    const { objectId } = directory.createPrincipal("agent");
    const token = await directory.issueToken(objectId, audience);
    directory.deletePrincipal(objectId);
    assert.equal(await directory.verifyToken(token, [audience]), undefined);
  });

  it("refuses a token of another tenant", async () => {
    const other = new Directory(join(folder, "other.json"));
    const token = await other.issueToken(other.deployer.objectId, audience);
    assert.equal(await new Directory(file).verifyToken(token, [audience]), undefined);
  });

  it("is the same after a restart", async () => {
    const before = new Directory(file);
    const token = await before.issueToken(before.deployer.objectId, audience);
    const after = new Directory(file);
    assert.equal(after.tenantId, before.tenantId);
    assert.deepEqual(await after.verifyToken(token, [audience]), before.deployer);
  });

  it("has one principal that deploys, however often it is asked for", () => {
    const directory = new Directory(file);
    assert.equal(directory.deployer.objectId, directory.deployer.objectId);
  });
});
