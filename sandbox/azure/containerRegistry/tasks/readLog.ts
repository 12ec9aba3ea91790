import { createReadStream, statSync } from "node:fs";
import { completeWords, registryOfRun, runType, statusOf } from "./run";
import type { Services } from "../../services";
import type { BlobAnswer, BlobRequest } from "./blobRoutes";
import { StorageError } from "./storageError";
import { containerOf, runOfLog, type TaskBlob } from "./taskFiles";

/**
 * Get Blob and Get Blob Properties of a log, an append blob whose metadata `Complete` says how the run has ended, as soon as it has.
 * @throws StorageError while the run has not started, and for a range behind the end.
 */
export async function readLog({ blob, headers, method }: BlobRequest, services: Services): Promise<BlobAnswer> {
  // Read before the size: a log that is complete does not grow any more.
  const complete = completeWord(blob, services);
  const path = services.tasks.files.path(blob);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) {
    throw new StorageError(404, "BlobNotFound", "The specified blob does not exist.");
  }
  const common = {
    "content-type": "text/plain; charset=utf-8",
    "accept-ranges": "bytes",
    "x-ms-blob-type": "AppendBlob",
    "x-ms-server-encrypted": "true",
    "x-ms-lease-status": "unlocked",
    "x-ms-lease-state": "available",
    "last-modified": stat.mtime.toUTCString(),
    etag: `"0x${stat.mtime.getTime().toString(16).toUpperCase()}${stat.size.toString(16).toUpperCase()}"`,
    ...(complete === undefined ? {} : { "x-ms-meta-Complete": complete }),
  };
  const range = rangeOf(headers["x-ms-range"] ?? headers["range"], stat.size);
  if (method === "HEAD" || (range === undefined && stat.size === 0)) {
    return { status: 200, headers: { ...common, "content-length": String(stat.size) } };
  }
  const { start, end } = range ?? { start: 0, end: stat.size - 1 };
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      ...common,
      "content-length": String(end - start + 1),
      ...(range === undefined ? {} : { "content-range": `bytes ${start}-${end}/${stat.size}` }),
    },
    body: createReadStream(path, { start, end }),
  };
}

/** @throws StorageError for a range behind the end. A header in another form is ignored, as by every HTTP server. */
function rangeOf(header: string | string[] | undefined, size: number): { start: number; end: number } | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(typeof header === "string" ? header : "") ?? [];
  if (first === undefined) {
    return undefined;
  }
  const start = Number(first);
  if (start >= size) {
    throw new StorageError(416, "InvalidRange", "The range specified is invalid for the current size of the resource.");
  }
  return { start, end: Math.min(last === undefined || last === "" ? size - 1 : Number(last), size - 1) };
}

function completeWord({ container, name }: TaskBlob, { store }: Services): string | undefined {
  const runId = runOfLog(name);
  const run = store
    .ofType(runType)
    .find((other) => other.name === runId && containerOf(registryOfRun(other)) === container);
  const status = run === undefined ? undefined : statusOf(run);
  return status === undefined ? undefined : completeWords[status];
}
