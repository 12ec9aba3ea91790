import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BlockBlobClient } from "@azure/storage-blob";
import type { BuildContext } from "../buildContext";
import { packContext } from "../context/packContext";
import type { BuildObserver } from "./acrBuild";
import type { RegistryTasks } from "./registryTasks";

/**
 * Packs the context and writes it where the task service reads it. It is packed into a file first, so that a transfer that breaks
 * can be repeated, and so that its size is known.
 * @returns what the build request calls it
 */
export async function uploadContext(
  context: BuildContext,
  tasks: RegistryTasks,
  observer: BuildObserver,
  signal: AbortSignal,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fleet-context-"));
  try {
    const archive = join(folder, "context.tar.gz");
    observer.progress(`packing the context (${context.files.length} files)`);
    await pipeline(packContext(context), createWriteStream(archive), { signal });
    const total = (await stat(archive)).size;
    const { url, relativePath } = await tasks.uploadLocation(signal);
    const blob = new BlockBlobClient(url);
    await blob.uploadFile(archive, {
      abortSignal: signal,
      blobHTTPHeaders: { blobContentType: "application/gzip" },
      onProgress: ({ loadedBytes }) =>
        observer.progress(`uploading the context (${mebibytes(loadedBytes)} of ${mebibytes(total)} MiB)`),
    });
    return relativePath;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
