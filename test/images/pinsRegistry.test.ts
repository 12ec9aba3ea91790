import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestDigest } from "../../images/pins/manifestDigest";
import { PinError } from "../../images/pins/pinError";
import { unpackedDebianPackage } from "./support/debianPackage";
import { RealRegistry } from "./support/realRegistry";
import { unavailable } from "./support/unavailable";

/** Docker's own registry, as Debian has it. */
describe("the manifest of an image in a real registry", function () {
  this.timeout(120_000);
  let folder: string;
  let registry: RealRegistry;

  before(async function () {
    const found = await unpackedDebianPackage("docker-registry");
    if ("missing" in found) return unavailable(this, found.missing);
    folder = mkdtempSync(join(tmpdir(), "registry-"));
    registry = await RealRegistry.start(join(found.folder, "usr", "bin", "docker-registry"), folder);
  });

  after(async () => {
    await registry?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  it("has the digest that the registry gave it, behind a token for pulling alone", async () => {
    const digest = await registry.push("windows/servercore", "ltsc2025");
    assert.match(digest, /^sha256:[0-9a-f]{64}$/);
    assert.equal(await manifestDigest(`${registry.host}/windows/servercore`, "ltsc2025"), digest);
  });

  it("is missing where no such tag was pushed", async () => {
    await assert.rejects(manifestDigest(`${registry.host}/windows/servercore`, "ltsc2019"), PinError);
  });
});
