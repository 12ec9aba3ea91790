import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../services";
import { type BlobPermission, blobRoot } from "./blobUrls";
import { putBlob, putBlock, putBlockList } from "./putBlob";
import { readLog } from "./readLog";
import { StorageError } from "./storageError";
import { isSourceName, runOfLog, type TaskBlob } from "./taskFiles";

/** A request for one blob. */
export interface BlobRequest {
  readonly blob: TaskBlob;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

export interface BlobAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readable;
}

/** The blobs of the registries' tasks: uploaded contexts and logs, for storage clients that have a signed URL. */
export async function blobRoutes(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    scope.setErrorHandler((error, request, reply) => sendError(error, request, reply, services.now()));
    scope.all(`/${blobRoot}/*`, { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request, reply) => {
      const { status, headers, body } = await answer(blobRequest(request), services);
      return reply
        .code(status)
        .headers({ ...commonHeaders(request), ...headers })
        .send(body ?? "");
    });
  });
}

function blobRequest(request: FastifyRequest): BlobRequest {
  const url = new URL(request.url, "http://localhost");
  const [, , container = "", ...name] = url.pathname.split("/").map(decodeURIComponent);
  return {
    blob: { container, name: name.join("/") },
    method: request.method,
    query: url.searchParams,
    headers: request.headers,
    body: request.raw,
  };
}

type Handler = readonly [
  permission: BlobPermission,
  answer: (request: BlobRequest, services: Services) => Promise<BlobAnswer>,
];

/** By method and `comp`. */
const handlers: Readonly<Record<string, Handler>> = {
  "PUT ": ["cw", putBlob],
  "PUT block": ["cw", putBlock],
  "PUT blocklist": ["cw", putBlockList],
  "GET ": ["r", readLog],
  "HEAD ": ["r", readLog],
};

/** @throws StorageError for what the blob service refuses. */
async function answer(request: BlobRequest, services: Services): Promise<BlobAnswer> {
  const { blob, query, method } = request;
  const handler = handlers[`${method} ${query.get("comp") ?? ""}`];
  const [permission] = handler ?? ["r"];
  const refusal = services.tasks.urls.refusal(blob, query, permission);
  if (refusal?.kind === "signature") {
    throw new StorageError(
      403,
      "AuthenticationFailed",
      "Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature.",
      refusal.detail,
    );
  }
  if (refusal?.kind === "permission") {
    throw new StorageError(
      403,
      "AuthorizationPermissionMismatch",
      "This request is not authorized to perform this operation using this permission.",
    );
  }
  if (handler === undefined || !(isSourceName(blob.name) || runOfLog(blob.name) !== undefined)) {
    throw new StorageError(405, "UnsupportedHttpVerb", "The resource doesn't support specified Http Verb.");
  }
  return handler[1](request, services);
}

function commonHeaders({ headers }: FastifyRequest): Record<string, string> {
  const version = headers["x-ms-version"];
  const clientRequest = headers["x-ms-client-request-id"];
  return {
    "x-ms-request-id": randomUUID(),
    "x-ms-version": typeof version === "string" ? version : "2024-11-04",
    ...(typeof clientRequest === "string" ? { "x-ms-client-request-id": clientRequest } : {}),
  };
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, now: Date): FastifyReply {
  const shown =
    error instanceof StorageError
      ? error
      : new StorageError(500, "InternalError", `Server encountered an internal error. ${String(error)}`);
  const headers = commonHeaders(request);
  return reply
    .code(shown.status)
    .headers({ ...headers, "content-type": "application/xml", "x-ms-error-code": shown.code })
    .send(request.method === "HEAD" ? "" : shown.xml(headers["x-ms-request-id"] ?? "", now));
}
