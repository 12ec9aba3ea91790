import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, readFileSync, statSync } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack, type Header, type Pack } from "tar-stream";
import type { TreeEntry } from "./fileTree";

/** Up to this size a file is held in memory as a whole. */
const WHOLE_BYTES = 2 ** 20;

/** What compresses is handed this much at a time: a call for each header and each small file would cost more than the work. */
const BATCH_BYTES = 2 ** 18;

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
    const { size } = statSync(source);
    if (size > WHOLE_BYTES) {
      await pipeline(createReadStream(source), archive.entry({ ...facts, type: "file", size }));
    } else {
      await entryWritten(archive, { ...facts, type: "file" }, readFileSync(source));
    }
  }
}

/** Many small files are written faster at once than as streams. */
function entryWritten(archive: Pack, header: Partial<Header> & Pick<Header, "name">, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry(header, content, (error) => (error ? reject(error) : resolve()));
  });
}

function hashing(): { readonly stream: Transform; digest(): string } {
  const hash = createHash("sha256");
  let waiting: Buffer[] = [];
  let bytes = 0;
  const passed = () => {
    const whole = Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
    hash.update(whole);
    return whole;
  };
  return {
    stream: new Transform({
      transform(chunk: Buffer, _, done) {
        waiting.push(chunk);
        bytes += chunk.length;
        done(null, bytes < BATCH_BYTES ? undefined : passed());
      },
      flush: (done) => done(null, passed()),
    }),
    digest: () => `sha256:${hash.digest("hex")}`,
  };
}
