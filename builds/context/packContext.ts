import { createReadStream, readFileSync, statSync } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Header, pack, type Pack } from "tar-stream";
import type { BuildContext, ContextFile } from "../buildContext";
import { BuildError } from "../buildError";

type EntryHeader = Partial<Header> & Pick<Header, "name">;

/** Up to this size a file is read at once and without another thread: for many small files these cost more than their content. */
const wholeBytes = 2 ** 20;

const batchBytes = 2 ** 18;

/** Owner and time are the same for every context, so that the archive depends on its content alone. */
const anonymous = { uid: 0, gid: 0, mtime: new Date(0) };

/**
 * The context as a stream of the form .tar.gz: the same bytes for the same content. Its memory does not grow with the
 * context. An error of a file ends the stream with it.
 */
export function packContext(context: BuildContext): Readable {
  const archive = pack();
  const compressed = createGzip({ chunkSize: batchBytes });
  void pipeline(batches(archive), compressed).catch((error: Error) => compressed.destroy(error));
  void writeFiles(archive, context).catch((error: Error) => archive.destroy(error));
  return compressed;
}

/** Compressing is handed to another thread for each piece: pieces of a header or a small file each would cost more than the work. */
async function* batches(pieces: AsyncIterable<unknown>): AsyncIterable<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    if (piece instanceof Uint8Array) {
      waiting.push(piece);
      bytes += piece.length;
    }
    if (bytes >= batchBytes) {
      yield Buffer.concat(waiting);
      waiting = [];
      bytes = 0;
    }
  }
  yield Buffer.concat(waiting);
}

async function writeFiles(archive: Pack, { files }: BuildContext): Promise<void> {
  for (const file of files) {
    await writeFile(archive, file);
  }
  archive.finalize();
}

async function writeFile(archive: Pack, { path, mode, source }: ContextFile): Promise<void> {
  const header = { ...anonymous, name: path, mode };
  switch (source.kind) {
    case "text":
      return writeWhole(archive, header, source.text);
    case "link":
      return writeWhole(archive, { ...header, type: "symlink", linkname: source.target }, "");
    case "file":
      return writeFromDisk(archive, header, source.file);
  }
}

async function writeFromDisk(archive: Pack, header: EntryHeader, file: string): Promise<void> {
  try {
    const { size } = statSync(file);
    await (size <= wholeBytes
      ? writeWhole(archive, header, readFileSync(file))
      : pipeline(createReadStream(file), archive.entry({ ...header, size })));
  } catch (error) {
    throw unreadable(header.name, error);
  }
}

function writeWhole(archive: Pack, header: EntryHeader, content: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry(header, content, (error) => (error instanceof Error ? reject(error) : resolve()));
  });
}

function unreadable(path: string, error: unknown): BuildError {
  const isChanged = error instanceof Error && error.message === "Size mismatch";
  return new BuildError(
    "context-unreadable",
    isChanged
      ? `The file ${path} of the build context changed while it was packed.`
      : `The file ${path} of the build context cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    "Start the build again when nothing writes into the context, or name the file in .dockerignore.",
  );
}
