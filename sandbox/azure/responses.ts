import type { Operation } from "./operations";
import type { ArmRequest, ArmResponse, LongRunning, ResourceType } from "./resourceType";
import type { JsonObject } from "./json";
import type { Services } from "./services";
import type { StoredResource } from "./store";
import { parentId } from "./armPath";
import { textAt } from "./json";

/** What GET shows of a resource. */
export function present(
  type: ResourceType,
  resource: StoredResource,
  services: Services,
  apiVersion: string,
): JsonObject {
  const body = type.present?.(resource, services, apiVersion) ?? resource.body;
  return { id: resource.id, name: resource.name, type: resource.type, ...body };
}

/** Headers by which a client follows an operation. */
export function operationHeaders(
  operation: Operation,
  style: LongRunning,
  resource: StoredResource,
  request: ArmRequest,
  services: Services,
): Record<string, string> {
  const retry = { "Retry-After": String(services.operations.retryAfterSeconds) };
  const location = `${request.baseUrl}${operationRoot(resource, request, services)}/operationresults/${operation.id}?api-version=${request.apiVersion}`;
  if (style === "location") {
    return { ...retry, Location: location };
  }
  const status = `${request.baseUrl}${operationRoot(resource, request, services)}/operations/${operation.id}?api-version=${request.apiVersion}`;
  return {
    ...retry,
    "Azure-AsyncOperation": status,
    ...(request.method === "DELETE" ? { Location: location } : {}),
  };
}

export const accepted = (headers: Record<string, string>): ArmResponse => ({ status: 202, headers });

function operationRoot(resource: StoredResource, request: ArmRequest, { store }: Services): string {
  const subscription = `/subscriptions/${request.path.subscriptionId ?? ""}`;
  if (request.path.namespace === undefined) {
    return subscription;
  }
  const location = textAt(resource.body, "location") ?? textAt(store.get(parentId(resource.id))?.body, "location");
  return `${subscription}/providers/${request.path.namespace}/locations/${location ?? "global"}`;
}
