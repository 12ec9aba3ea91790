import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Header, pack, type Pack } from "tar-stream";
import type { BuildContext, ContextFile } from "../buildContext";
import { BuildError } from "../buildError";

/** Owner and time are the same for every context, so that the archive depends on its content alone. */
const anonymous = { uid: 0, gid: 0, mtime: new Date(0) };

/**
 * The context as a stream of the form .tar.gz: the same bytes for the same content. Its memory does not grow with the
 * context. An error of a file ends the stream with it.
 */
export function packContext(context: BuildContext): Readable {
  const archive = pack();
  const compressed = createGzip();
  void pipeline(archive, compressed).catch((error: Error) => compressed.destroy(error));
  void writeFiles(archive, context).catch((error: Error) => archive.destroy(error));
  return compressed;
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
    case "file": {
      const { size } = await stat(source.file);
      try {
        await pipeline(createReadStream(source.file), archive.entry({ ...header, size }));
      } catch (error) {
        throw error instanceof Error && error.message === "Size mismatch" ? changed(path) : error;
      }
    }
  }
}

function writeWhole(archive: Pack, header: Partial<Header> & Pick<Header, "name">, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry(header, text, (error) => (error instanceof Error ? reject(error) : resolve()));
  });
}

function changed(path: string): BuildError {
  return new BuildError(
    "context-changed",
    `The file ${path} of the build context changed while it was packed.`,
    "Start the build again when nothing writes into the context, or name the file in .dockerignore.",
  );
}
