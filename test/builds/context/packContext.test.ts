import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { hashContext } from "../../../builds/context/hashContext";
import { packContext } from "../../../builds/context/packContext";
import { readContext } from "../../../builds/context/readContext";

/** A name of 130 characters, which no plain header holds. */
const long = `${"folder-of-40-characters-and-a-few-more-x/".repeat(3)}größe.txt`;

describe("A build context that is packed", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "pack-context-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** The same content, written at another time and place. */
  function layFolder(name: string): string {
    const folder = join(root, name);
    mkdirSync(join(folder, long, ".."), { recursive: true });
    writeFileSync(join(folder, long), "long");
    writeFileSync(join(folder, "Dockerfile"), "FROM scratch\n");
    writeFileSync(join(folder, "run.sh"), "#!/bin/sh\n");
    chmodSync(join(folder, "run.sh"), 0o755);
    writeFileSync(join(folder, "large"), Buffer.alloc(1_300_000, "x"));
    symlinkSync("run.sh", join(folder, "link"));
    return folder;
  }

  async function packed(folder: string): Promise<Buffer> {
    return buffer(packContext(await readContext(folder)));
  }

  it("is read by tar, with every file as it was, and without owner or time", async () => {
    const folder = layFolder("one");
    const archive = join(root, "context.tar.gz");
    writeFileSync(archive, await packed(folder));
    const list = execFileSync("tar", ["--utc", "--numeric-owner", "-tvzf", archive], { encoding: "utf8" });
    const lines = list.trim().split("\n");
    assert.deepEqual(
      lines.map((line) => line.split(/\s+/).slice(0, 5)),
      [
        ["-rw-r--r--", "0/0", "13", "1970-01-01", "00:00"],
        ["-rw-r--r--", "0/0", "4", "1970-01-01", "00:00"],
        ["-rw-r--r--", "0/0", "1300000", "1970-01-01", "00:00"],
        ["lrwxrwxrwx", "0/0", "0", "1970-01-01", "00:00"],
        ["-rwxr-xr-x", "0/0", "10", "1970-01-01", "00:00"],
      ],
    );
    const out = join(root, "out");
    mkdirSync(out);
    execFileSync("tar", ["-xzf", archive, "-C", out]);
    execFileSync("diff", ["-r", folder, out]);
  });

  it("has the same bytes and the same hash wherever and whenever it was written", async () => {
    const [one, other] = [layFolder("one"), layFolder("other")];
    utimesSync(join(other, "Dockerfile"), new Date("2001-02-03"), new Date("2001-02-03"));
    assert.equal(sha256(await packed(one)), sha256(await packed(other)));
    assert.equal(await hashContext(await readContext(one)), await hashContext(await readContext(other)));
  });

  it("has another hash when a content, a name, a mode or a link changes", async () => {
    const changes: readonly ((folder: string) => void)[] = [
      () => undefined,
      (folder) => writeFileSync(join(folder, "large"), Buffer.alloc(1_300_000, "y")),
      (folder) => writeFileSync(join(folder, "Large"), ""),
      (folder) => chmodSync(join(folder, "run.sh"), 0o644),
      (folder) => {
        rmSync(join(folder, "link"));
        symlinkSync("large", join(folder, "link"));
      },
      (folder) => {
        rmSync(join(folder, "link"));
        writeFileSync(join(folder, "link"), "run.sh");
      },
    ];
    const hashes: string[] = [];
    for (const [index, change] of changes.entries()) {
      const folder = layFolder(String(index));
      change(folder);
      hashes.push(await hashContext(await readContext(folder)));
    }
    assert.equal(new Set(hashes).size, changes.length);
    assert.ok(hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash)));
  });

  it("holds content that was made for the build, as if it were a file", async () => {
    const file = join(root, "made");
    writeFileSync(file, "made");
    const asFile = { files: [{ path: "a", mode: 0o644, source: { kind: "file", file } }] } as const;
    const asText = { files: [{ path: "a", mode: 0o644, source: { kind: "text", text: "made" } }] } as const;
    assert.equal(await hashContext(asFile), await hashContext(asText));
    assert.deepEqual(await buffer(packContext(asFile)), await buffer(packContext(asText)));
  });

  it("fails with the file's name when that changes meanwhile, or is gone", async () => {
    const folder = layFolder("one");
    const context = await readContext(folder);
    rmSync(join(folder, "run.sh"));
    await assert.rejects(buffer(packContext(context)), { code: "context-unreadable", message: /The file run\.sh of/ });
  });
});

function sha256(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
