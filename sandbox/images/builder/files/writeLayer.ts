import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack, type Header, type Pack } from "tar-stream";
import type { TreeEntry } from "./fileTree";

/** A layer of an image, as its manifest and its configuration name it. */
export interface Layer {
  /** Of the packed form. */
  readonly digest: string;
  /** Of the packed form, in bytes. */
  readonly size: number;
  /** Digest of the archive before packing. */
  readonly diffId: string;
  /** Where the packed form lies until it is pushed; absent in a layer that the registry has. */
  readonly file?: string;
}

/** Writes a layer. The same entries always give the same digest. */
export async function writeLayer(entries: readonly TreeEntry[], file: string): Promise<Layer> {
  const archive = pack();
  const whole = hashing();
  const packed = hashing();
  const writing = pipeline(archive, whole.stream, createGzip({ level: 6 }), packed.stream, createWriteStream(file));
  for (const entry of entries) {
    await writeEntry(archive, entry);
  }
  archive.finalize();
  await writing;
  return { digest: packed.digest(), size: statSync(file).size, diffId: whole.digest(), file };
}

async function writeEntry(archive: Pack, entry: TreeEntry): Promise<void> {
  const { path, mode, uid, gid, modified: mtime, type, source, target } = entry;
  const facts: Partial<Header> & Pick<Header, "name"> = { name: path, mode, uid, gid, mtime, uname: "", gname: "" };
  if (type === "folder") {
    archive.entry({ ...facts, name: `${path}/`, type: "directory" });
  } else if (type === "link") {
    archive.entry({ ...facts, type: "symlink", linkname: target ?? "" });
  } else if (source !== undefined) {
    const writing = archive.entry({ ...facts, type: "file", size: statSync(source).size });
    await pipeline(createReadStream(source), writing);
  }
}

function hashing(): { readonly stream: Transform; digest(): string } {
  const hash = createHash("sha256");
  return {
    stream: new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    }),
    digest: () => `sha256:${hash.digest("hex")}`,
  };
}
