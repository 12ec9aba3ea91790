import { notFound } from "./errors";
import { operationBody } from "./operations";
import type { ArmRequest, ArmResponse } from "./resourceType";
import { present } from "./responses";
import type { Services } from "./services";

/** GET of the operation resource that `Azure-AsyncOperation` names. */
export function operationStatus(id: string, request: ArmRequest, services: Services): ArmResponse {
  const operation = existing(id, services);
  return {
    status: 200,
    body: operationBody(operation, request.path.path),
    headers: operation.status === "InProgress" ? retryAfter(services) : {},
  };
}

/** GET of the URL that `Location` names: 202 until the operation is over, then what the operation was for. */
export function operationResult(id: string, request: ArmRequest, services: Services): ArmResponse {
  const operation = existing(id, services);
  if (operation.status === "InProgress") {
    const location = `${request.baseUrl}${request.path.path}?api-version=${request.apiVersion}`;
    return { status: 202, headers: { ...retryAfter(services), Location: location } };
  }
  if (operation.error !== undefined) {
    return { status: 409, body: { error: operation.error } };
  }
  const resource = services.store.get(operation.resourceId);
  const type = resource === undefined ? undefined : services.types.get(resource.type.toLowerCase());
  if (operation.kind === "remove" || resource === undefined || type === undefined) {
    return { status: 200 };
  }
  return { status: 200, body: present(type, resource, services, request.apiVersion) };
}

const retryAfter = ({ operations }: Services) => ({ "Retry-After": String(operations.retryAfterSeconds) });

function existing(id: string, { operations }: Services) {
  const operation = operations.get(id);
  if (operation === undefined) {
    throw notFound("OperationNotFound", `The operation '${id}' could not be found.`);
  }
  return operation;
}
