import type { PipelinePolicy } from "@azure/core-rest-pipeline";

/** The first API version whose build request names an identity for the registry itself (azure-rest-api-specs, RegistryTasks). */
const apiVersion = "2025-03-01-preview";

/**
 * In a registry of the mode "RBAC Registry + ABAC Repository Permissions" a run has no rights of its own: it pushes as
 * somebody, and `[caller]` is whoever starts it (learn.microsoft.com/azure/container-registry/container-registry-rbac-abac-repository-permissions).
 * The client's API version does not know the property, so it is added to the request on its way.
 */
export const callerIdentity: PipelinePolicy = {
  name: "sourceRegistryCallerIdentity",
  sendRequest: (request, next) => {
    const url = new URL(request.url);
    if (request.method === "POST" && url.pathname.endsWith("/scheduleRun") && typeof request.body === "string") {
      url.searchParams.set("api-version", apiVersion);
      request.url = url.href;
      const build = JSON.parse(request.body) as Record<string, unknown>;
      request.body = JSON.stringify({ ...build, credentials: { sourceRegistry: { identity: "[caller]" } } });
    }
    return next(request);
  },
};
