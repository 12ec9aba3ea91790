import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { OciRegistry } from "../../../sandbox/images/registry/ociRegistry";
import { waitFor } from "../../../sandbox/kubernetes/waitFor";
import { isAlive } from "../../../sandbox/serverFile";
import { ImageBuilds, loginServer } from "./support/imageBuilds";

const context = (text: string) => ({ Dockerfile: "FROM ubuntu:24.04\nCOPY a.txt /\n", "a.txt": text });

describe("the registry on loopback", () => {
  let builds: ImageBuilds;

  beforeEach(async () => {
    builds = await ImageBuilds.start();
  });

  afterEach(() => builds.stop());

  const ask = (registry: OciRegistry, image: string) =>
    builds.ask("digest", `${registry.url.replace("http://", "")}/${loginServer}/${image}`);

  const blobs = () => readdirSync(join(builds.folder, "registry", "blobs", "sha256"));

  it("has everything again after a restart, the untagged too", async () => {
    const old = await builds.build(context("old"));
    const moved = await builds.build(context("new"));
    await builds.registry.stop();
    const { crane, folder } = builds;
    const again = await OciRegistry.start({ crane, directory: join(folder, "registry"), log: () => undefined });
    try {
      assert.equal(ask(again, "sample/web:1"), moved.digest);
      assert.equal(ask(again, `sample/web@${old.digest}`), old.digest);
      builds.ask("validate", "--remote", `${again.url.replace("http://", "")}/${loginServer}/sample/web:1`);
    } finally {
      await again.stop();
    }
  });

  it("comes back with everything on the same address when its process is killed", async () => {
    const { digest } = await builds.build(context("a"));
    const { pid } = builds.registry;
    assert.ok(pid !== undefined);
    process.kill(pid, "SIGKILL");
    await waitFor(async () => builds.registry.pid !== pid, { what: "another process", timeoutMilliseconds: 30_000 });
    const again = await waitFor(
      async () => {
        try {
          return builds.ask("digest", builds.reference());
        } catch {
          return undefined;
        }
      },
      { what: "the image is there", timeoutMilliseconds: 30_000 },
    );
    assert.equal(again, digest);
    assert.equal((await builds.build(context("b"))).failure, undefined);
  });

  it("leaves no process behind", async () => {
    const { crane, folder } = builds;
    const other = await OciRegistry.start({ crane, directory: join(folder, "other"), log: () => undefined });
    const { pid } = other;
    await other.stop();
    assert.equal(pid !== undefined && isAlive(pid), false);
  });

  it("lists tags as clients ask for them", async () => {
    await builds.build(context("a"), { imageNames: ["sample/web:1", "sample/web:latest"] });
    assert.equal(builds.ask("ls", builds.reference("sample/web")), "1\nlatest");
  });

  it("keeps the blobs of a deleted image that another one needs, and no others", async () => {
    const one = await builds.build(context("one"));
    const shared = blobs();
    await builds.build(
      { Dockerfile: "FROM ubuntu:24.04\nCOPY a.txt /\nENV A=1\n", "a.txt": "one" },
      { imageNames: ["x:1"] },
    );
    assert.ok(one.digest !== undefined);
    await builds.registry.deleteManifest(`${loginServer}/sample/web`, one.digest);
    assert.throws(() => builds.ask("digest", builds.reference()));
    builds.ask("validate", "--remote", builds.reference("x:1"));
    assert.equal(shared.filter((blob) => blobs().includes(blob)).length, 1, "the layer, not the configuration");
  });
});
