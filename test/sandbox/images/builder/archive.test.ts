import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ImageBuilds, packFiles } from "../support/imageBuilds";

describe("the archive of a build context", () => {
  let builds: ImageBuilds;

  before(async () => {
    builds = await ImageBuilds.start();
  });

  after(() => builds.stop());

  for (const [what, name] of [
    ["a path that leads outside", "../outside.txt"],
    ["a path that leads outside later", "a/../../outside.txt"],
    ["a path of the machine", "/tmp/outside.txt"],
  ] as const) {
    it(`is refused with ${what}`, async () => {
      const { log, failure } = await builds.build({ Dockerfile: "FROM scratch\n", [name]: "x" });
      assert.equal(failure, "failed during run, err: exit status 1");
      assert.ok(log.includes(`the source archive names a path outside of itself: ${name}`), log.join("\n"));
      assert.equal(existsSync(join(builds.folder, "..", "outside.txt")), false);
    });
  }

  it("may hold links that lead outside: nothing of the machine comes into the image", async () => {
    const { log, failure } = await builds.build({
      Dockerfile: "FROM scratch\nCOPY passwords /etc/\n",
      passwords: { type: "symlink", linkname: "/etc/passwd" },
    });
    assert.equal(failure, "failed during run, err: exit status 1");
    assert.ok(log.some((line) => line.startsWith("COPY failed: ")));
  });

  it("may hold a file behind a link: it stays where the archive says", async () => {
    const { failure } = await builds.build({
      Dockerfile: "FROM scratch\nCOPY . /all/\n",
      out: { type: "symlink", linkname: "/tmp" },
      "out/written.txt": "x",
    });
    assert.equal(failure, undefined);
    assert.equal(existsSync("/tmp/written.txt"), false);
  });

  it("gives COPY what a link inside of it leads to", async () => {
    await builds.build({
      Dockerfile: "FROM scratch\nCOPY current/a.txt b.txt /x/\n",
      "v1/a.txt": "one",
      current: { type: "symlink", linkname: "v1" },
      "b.txt": { type: "symlink", linkname: "v1/a.txt" },
    });
    assert.deepEqual([builds.text("x/a.txt"), builds.text("x/b.txt")], ["one", "one"]);
  });

  it("keeps links of a folder that is copied, and hard links as files", async () => {
    await builds.build({
      Dockerfile: "FROM scratch\nCOPY . /x/\n",
      "a.txt": "one",
      soft: { type: "symlink", linkname: "a.txt" },
      hard: { type: "link", linkname: "a.txt" },
    });
    assert.match(builds.facts("x/soft"), /^lrwxrwxrwx|^l/);
    assert.equal(builds.text("x/hard"), "one");
  });

  it("may name its files with a leading dot, as tar does", async () => {
    await builds.build({ "./Dockerfile": "FROM scratch\nCOPY a.txt /\n", "./a.txt": "one" });
    assert.deepEqual(builds.files(), ["a.txt"]);
  });

  it("is refused when it is none", async () => {
    const file = join(builds.folder, "text.tar.gz");
    writeFileSync(file, "no archive");
    const { log, failure } = await builds.buildArchive(file);
    assert.equal(failure, "failed during run, err: exit status 1");
    assert.ok(
      log.some((line) => line.startsWith("failed to unpack the source: ")),
      log.join("\n"),
    );
  });

  it("is refused when its end is missing", async () => {
    const file = join(builds.folder, "whole.tar.gz");
    await packFiles({ Dockerfile: "FROM scratch\nCOPY . /\n", "a.bin": randomBytes(2 ** 21) }, file);
    writeFileSync(file, readFileSync(file).subarray(0, 2 ** 20));
    const { log, failure } = await builds.buildArchive(file);
    assert.equal(failure, "failed during run, err: exit status 1");
    assert.ok(
      log.some((line) => line.startsWith("failed to unpack the source: ")),
      log.join("\n"),
    );
  });

  it("may hold large files", async () => {
    const content = randomBytes(3 * 2 ** 20);
    await builds.build({ Dockerfile: "FROM scratch\nCOPY a.bin /\n", "a.bin": content });
    assert.equal(builds.facts("a.bin"), `-rw-r--r-- 0/0 ${content.length}`);
    builds.ask("validate", "--remote", builds.reference());
  });

  it("may hold a Dockerfile of Windows: byte order mark, CRLF, lower case", async () => {
    await builds.build({ Dockerfile: "\uFEFFfrom scratch\r\ncopy a.txt \\\r\n  # why\r\n  /x/\r\n", "a.txt": "one" });
    assert.deepEqual(builds.files(), ["x", "x/a.txt"]);
  });
});
