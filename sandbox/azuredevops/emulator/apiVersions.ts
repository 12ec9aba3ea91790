import type { FastifyInstance, FastifyRequest } from "fastify";
import { serviceErrors } from "./serviceError";
import { queryValue } from "./wire";

/** Resources that have no released version. */
const previewOnly = /\/_apis\/(pipelines\/pipelinePermissions|securityroles|serviceprincipalentitlements)/i;

/** Reading without a version is allowed; changing something is not (learn.microsoft.com, REST API versioning). */
export function registerApiVersions(server: FastifyInstance): void {
  server.addHook("preHandler", async (request) => {
    if (request.azureDevOpsCall === undefined || request.method === "OPTIONS") {
      return;
    }
    const version = versionOf(request);
    if (version === undefined && request.method !== "GET") {
      throw serviceErrors.versionNotSpecified(request.method);
    }
    if (version !== undefined && previewOnly.test(request.url) && !version.includes("-preview")) {
      throw serviceErrors.underPreview(version);
    }
  });
}

function versionOf(request: FastifyRequest): string | undefined {
  return queryValue(request.query, "api-version") ?? /api-version=([\w.-]+)/.exec(request.headers.accept ?? "")?.[1];
}
