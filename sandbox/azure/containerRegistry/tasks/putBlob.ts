import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";
import type { Services } from "../../services";
import type { BlobAnswer, BlobRequest } from "./blobRoutes";
import { StorageError } from "./storageError";

const mebibyte = 1024 * 1024;

/** Source: Microsoft Learn, "Scalability and performance targets for Blob storage", service version 2019-12-12 and later. */
const limits = { blobBytes: 5000 * mebibyte, blockBytes: 4000 * mebibyte, blocks: 50_000 };

/** Put Blob. @throws StorageError for what the blob service refuses. */
export async function putBlob(request: BlobRequest, services: Services): Promise<BlobAnswer> {
  if (header(request, "x-ms-blob-type") !== "BlockBlob") {
    throw new StorageError(
      400,
      "InvalidHeaderValue",
      "The value for one of the HTTP headers is not in the correct format.",
    );
  }
  const path = services.tasks.files.path(request.blob);
  checkCondition(request, path);
  const unfinished = `${path}.unfinished`;
  const md5 = await store(request, unfinished, limits.blobBytes);
  return commit(path, unfinished, md5);
}

/** Put Block: a part that Put Block List puts into its place. @throws StorageError for what the blob service refuses. */
export async function putBlock(request: BlobRequest, services: Services): Promise<BlobAnswer> {
  const md5 = await store(request, blockPath(request, services, request.query.get("blockid") ?? ""), limits.blockBytes);
  return { status: 201, headers: { "content-md5": md5, "x-ms-request-server-encrypted": "true" } };
}

/** Put Block List. @throws StorageError for a block that was not put. */
export async function putBlockList(request: BlobRequest, services: Services): Promise<BlobAnswer> {
  const path = services.tasks.files.path(request.blob);
  checkCondition(request, path);
  const list = await text(request.body);
  const ids = [...list.matchAll(/<(Latest|Uncommitted|Committed)>([^<]*)<\/\1>/g)].map(([, , id = ""]) => id);
  const blocks = ids.map((id) => blockPath(request, services, id));
  if (ids.length > limits.blocks || blocks.some((block) => !existsSync(block))) {
    throw new StorageError(400, "InvalidBlockList", "The specified block list is invalid.");
  }
  const unfinished = `${path}.unfinished`;
  mkdirSync(dirname(path), { recursive: true });
  const hash = createHash("md5");
  await pipeline(joined(blocks, hash), createWriteStream(unfinished));
  rmSync(blocksFolder(path), { recursive: true, force: true });
  return commit(path, unfinished, hash.digest("base64"));
}

async function* joined(files: readonly string[], hash: Hash): AsyncGenerator<Buffer> {
  for (const file of files) {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  }
}

/** Writes the body to a file and answers its MD5. */
async function store(request: BlobRequest, path: string, most: number): Promise<string> {
  const declared = header(request, "content-length");
  if (declared === undefined) {
    throw new StorageError(411, "MissingContentLengthHeader", "The Content-Length header was not specified.");
  }
  if (Number(declared) > most) {
    throw new StorageError(
      413,
      "RequestBodyTooLarge",
      "The request body is too large and exceeds the maximum permissible limit.",
    );
  }
  mkdirSync(dirname(path), { recursive: true });
  const hash = createHash("md5");
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(request.body, hashing, createWriteStream(path));
  const md5 = hash.digest("base64");
  const expected = header(request, "content-md5");
  if (expected !== undefined && expected !== md5) {
    rmSync(path);
    throw new StorageError(
      400,
      "Md5Mismatch",
      "The MD5 value specified in the request did not match with the MD5 value calculated by the server.",
    );
  }
  return md5;
}

function commit(path: string, unfinished: string, md5: string): BlobAnswer {
  renameSync(unfinished, path);
  const { mtime, size } = statSync(path);
  return {
    status: 201,
    headers: {
      etag: `"0x${mtime.getTime().toString(16).toUpperCase()}${size.toString(16).toUpperCase()}"`,
      "last-modified": mtime.toUTCString(),
      "content-md5": md5,
      "x-ms-request-server-encrypted": "true",
    },
  };
}

/** Only the condition that a blob shall not exist yet is known. */
function checkCondition(request: BlobRequest, path: string): void {
  if (header(request, "if-none-match") === "*" && existsSync(path)) {
    throw new StorageError(409, "BlobAlreadyExists", "The specified blob already exists.");
  }
}

function blockPath({ blob }: BlobRequest, { tasks }: Services, id: string): string {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(id) || Buffer.from(id, "base64").length > 64) {
    throw new StorageError(
      400,
      "InvalidQueryParameterValue",
      "Value for one of the query parameters specified in the request URI is invalid.",
    );
  }
  return join(blocksFolder(tasks.files.path(blob)), Buffer.from(id, "base64").toString("hex"));
}

const blocksFolder = (path: string) => `${path}.blocks`;

function header({ headers }: BlobRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}
