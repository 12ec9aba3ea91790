import type { FastifyInstance, FastifyRequest } from "fastify";
import { serviceErrors } from "./serviceError";
import { queryValue } from "./wire";

/** Reading without a version is allowed; changing something is not (learn.microsoft.com, REST API versioning). */
export function registerApiVersions(server: FastifyInstance): void {
  server.addHook("preHandler", async (request) => {
    const isChange = request.azureDevOpsCall !== undefined && !["GET", "OPTIONS", "HEAD"].includes(request.method);
    if (isChange && versionOf(request) === undefined) {
      throw serviceErrors.versionNotSpecified(request.method);
    }
  });
}

function versionOf(request: FastifyRequest): string | undefined {
  return queryValue(request.query, "api-version") ?? /api-version=([\w.-]+)/.exec(request.headers.accept ?? "")?.[1];
}
