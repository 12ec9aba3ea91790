import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BlockBlobClient } from "@azure/storage-blob";
import type { BuildContext } from "../buildContext";
import { packContext } from "../context/packContext";
import type { BuildObserver } from "./acrBuild";
import type { BuildLimits } from "./buildLimits";
import { contextTooLarge } from "./failures/contextTooLarge";
import { explainStorage } from "./failures/explainStorage";
import type { RegistryTasks } from "./registryTasks";

/** Six tries, with pauses that double from one second on, before a transfer is given up. */
const retryOptions = { maxTries: 6, retryDelayInMs: 1_000 };

/**
 * Packs the context and writes it where the task service reads it. It is packed into a file first, so that a transfer that breaks
 * can be repeated, and so that its size is known before anything is sent.
 * @returns what the build request calls it
 */
export async function uploadContext(
  context: BuildContext,
  tasks: Pick<RegistryTasks, "uploadLocation">,
  observer: BuildObserver,
  limits: BuildLimits,
  signal: AbortSignal,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fleet-context-"));
  try {
    const archive = join(folder, "context.tar.gz");
    observer.progress(`packing the context (files: ${context.files.length})`);
    await pipeline(
      packContext(context),
      (chunks: AsyncIterable<Buffer>) => notMoreThan(limits.contextMiB, chunks, context),
      createWriteStream(archive),
      { signal },
    );
    return await upload(archive, tasks, observer, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function upload(
  archive: string,
  tasks: Pick<RegistryTasks, "uploadLocation">,
  observer: BuildObserver,
  signal: AbortSignal,
): Promise<string> {
  const { size } = await stat(archive);
  const unit = size < 2 ** 20 ? { name: "KiB", bytes: 2 ** 10 } : { name: "MiB", bytes: 2 ** 20 };
  const inUnit = (bytes: number) => (bytes / unit.bytes).toFixed(1);
  const { url, relativePath } = await tasks.uploadLocation(signal);
  try {
    await new BlockBlobClient(url, undefined, { retryOptions }).uploadFile(archive, {
      abortSignal: signal,
      blobHTTPHeaders: { blobContentType: "application/gzip" },
      onProgress: ({ loadedBytes }) =>
        observer.progress(`uploading the context (${inUnit(loadedBytes)} of ${inUnit(size)} ${unit.name})`),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw explainStorage(error, "uploading the context", url);
  }
  return relativePath;
}

async function* notMoreThan(limitMiB: number, chunks: AsyncIterable<Buffer>, context: BuildContext) {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limitMiB * 2 ** 20) {
      throw contextTooLarge(`is larger than ${limitMiB} MiB when it is packed`, context);
    }
    yield chunk;
  }
}
