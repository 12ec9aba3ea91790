import { parentId, sameId, typeOf } from "./armPath";
import { ArmError, conflict, notFound, resourceGroupNotFound, resourceNotFound } from "./errors";
import { mergePatch, withoutNulls } from "./json";
import { removeNow, runRemove, runWrite } from "./lifecycle";
import { checkIfMatch } from "./preconditions";
import type { ArmRequest, ArmResponse, ResourceType } from "./resourceType";
import { accepted, operationHeaders, present } from "./responses";
import type { Services } from "./services";
import { type StoredResource, provisioningState } from "./store";
import { isScopeElsewhere } from "./tables/scopesElsewhere";

/** GET of one resource. */
export function readResource(type: ResourceType, request: ArmRequest, services: Services): ArmResponse {
  const resource = find(type, request, services);
  const etag = resource.body["etag"];
  return {
    status: 200,
    body: present(type, resource, services, request.apiVersion),
    ...(typeof etag === "string" ? { headers: { ETag: etag } } : {}),
  };
}

/** HEAD: 204 when it exists, 404 when not. */
export function probeResource(type: ResourceType, request: ArmRequest, services: Services): ArmResponse {
  find(type, request, services);
  return { status: 204 };
}

/** PUT and PATCH. */
export function writeResource(type: ResourceType, request: ArmRequest, services: Services): ArmResponse {
  const { store, operations } = services;
  const { path } = request;
  const possible = request.method === "PATCH" ? type.patch === true : type.put !== false;
  if (type.write === undefined || !possible) {
    throw methodNotAllowed(request);
  }
  const existing = store.get(path.path);
  checkScope(type, request, services);
  checkGroupStays(request, services);
  checkIfMatch(request, existing);
  if (existing !== undefined && provisioningState(existing) === "Deleting") {
    throw conflict("ResourceIsBeingDeleted", `The resource '${existing.id}' is being deleted.`);
  }
  if (request.method === "PATCH" && existing === undefined) {
    throw resourceNotFound(typeOf(path), path.names.at(-1) ?? "", path.resourceGroup);
  }
  const body =
    request.method === "PATCH" ? mergePatch(existing?.internal["request"], request.body) : withoutNulls(request.body);
  const written = type.write(
    {
      id: existing?.id ?? path.path,
      name: existing?.name ?? path.names.at(-1) ?? path.resourceGroup ?? "",
      path,
      apiVersion: request.apiVersion,
      body,
      existing,
      caller: request.caller,
    },
    services,
  );
  const resource = store.put({
    ...written,
    internal: { ...written.internal, request: written.internal["request"] ?? body },
  });
  const style = type.longRunning?.write;
  if (style === undefined) {
    return {
      status: existing === undefined ? (type.createdStatus ?? 201) : 200,
      body: present(type, resource, services, request.apiVersion),
    };
  }
  const operation = operations.start(resource.id, "write", request.operationFault);
  const headers = operationHeaders(operation, style, resource, request, services);
  const shown = present(type, resource, services, request.apiVersion);
  runWrite(type, operation, services);
  return style === "location"
    ? accepted(headers)
    : { status: existing === undefined ? 201 : 200, body: shown, headers };
}

/** DELETE: 204 when there is nothing to delete. */
export async function removeResource(
  type: ResourceType,
  request: ArmRequest,
  services: Services,
): Promise<ArmResponse> {
  const { store, operations } = services;
  const resource = store.get(request.path.path);
  if (resource === undefined) {
    checkScope(type, request, services);
    return { status: 204 };
  }
  checkIfMatch(request, resource);
  const style = type.longRunning?.remove;
  const underWay = operations
    .unfinished()
    .find(({ kind, resourceId }) => kind === "remove" && sameId(resourceId, resource.id));
  if (underWay !== undefined && style !== undefined) {
    return accepted(operationHeaders(underWay, style, resource, request, services));
  }
  type.checkRemoval?.(resource, services);
  if (style === undefined) {
    const shown = present(type, resource, services, request.apiVersion);
    await removeNow(type, resource, services);
    return { status: 200, body: type.extension === true ? shown : undefined };
  }
  const operation = operations.start(resource.id, "remove", request.operationFault);
  const headers = operationHeaders(operation, style, resource, request, services);
  store.setProvisioningState(resource.id, "Deleting");
  runRemove(type, operation, services);
  return accepted(headers);
}

/** POST below a resource. */
export function actOnResource(
  type: ResourceType,
  action: string,
  request: ArmRequest,
  services: Services,
): ArmResponse {
  const id = parentOfAction(request);
  const resource = services.store.get(id);
  const perform = type.actions?.[action.toLowerCase()];
  if (perform === undefined) {
    throw methodNotAllowed(request);
  }
  if (resource === undefined) {
    throw resourceNotFound(type.type, request.path.names.at(-1) ?? "", request.path.resourceGroup);
  }
  return perform(resource, request, services);
}

const parentOfAction = ({ path }: ArmRequest) => path.path.slice(0, path.path.lastIndexOf("/"));

function find(type: ResourceType, request: ArmRequest, services: Services): StoredResource {
  const { path } = request;
  const name = path.names.at(-1) ?? path.resourceGroup ?? "";
  const resource = services.store.get(path.path) ?? type.builtIn?.(name, services);
  if (resource !== undefined) {
    return resource;
  }
  if (path.namespace === undefined) {
    throw resourceGroupNotFound(name);
  }
  checkScope(type, request, services);
  throw resourceNotFound(typeOf(path), path.names.join("/"), path.resourceGroup);
}

/** @throws ArmError when the resource group, or the resource that this one belongs to, does not exist. */
function checkScope(type: ResourceType, { path }: ArmRequest, services: Services): void {
  const { store } = services;
  if (path.namespace === undefined || (type.extension === true && isScopeElsewhere(path.scope))) {
    return;
  }
  const group = `/subscriptions/${path.subscriptionId ?? ""}/resourceGroups/${path.resourceGroup ?? ""}`;
  if (path.resourceGroup !== undefined && !store.has(group)) {
    throw resourceGroupNotFound(path.resourceGroup);
  }
  if (type.extension === true && path.scope.includes("/providers/") && !store.has(path.scope)) {
    throw notFound("ResourceNotFound", `The resource '${path.scope}' was not found.`);
  }
  if (path.types.length > 1) {
    checkParent(path.path, typeOf(path), services);
  }
}

/** @throws ArmError when the resource group is being deleted. */
function checkGroupStays({ path }: ArmRequest, { store }: Services): void {
  const group = store.get(`/subscriptions/${path.subscriptionId ?? ""}/resourceGroups/${path.resourceGroup ?? ""}`);
  if (group !== undefined && provisioningState(group) === "Deleting") {
    throw conflict(
      "ResourceGroupBeingDeleted",
      `The resource group '${group.name}' is in deprovisioning state and cannot perform this operation.`,
    );
  }
}

function checkParent(id: string, typeName: string, services: Services): void {
  const parent = parentId(id);
  const parentTypeName = typeName.slice(0, typeName.lastIndexOf("/"));
  if (services.types.get(parentTypeName.toLowerCase())?.implicit === true) {
    checkParent(parent, parentTypeName, services);
  } else if (!services.store.has(parent)) {
    throw new ArmError(
      404,
      "ParentResourceNotFound",
      `Failed to perform 'write' on resource(s) of type '${typeName.slice(typeName.indexOf("/") + 1)}', because the parent resource '${parent}' could not be found.`,
    );
  }
}

function methodNotAllowed({ method, path }: ArmRequest): ArmError {
  return new ArmError(
    405,
    "HttpMethodNotAllowed",
    `The resource '${path.path}' does not support the method ${method}.`,
  );
}
