import { visible } from "./authorization/visibility";
import { resourceGroupNotFound } from "./errors";
import type { ArmRequest, ArmResponse, ResourceType } from "./resourceType";
import { present } from "./responses";
import type { Services } from "./services";

const pageSize = 100;

/** GET of a collection: of a parent, of a resource group, or of a subscription. */
export function listResources(type: ResourceType, request: ArmRequest, services: Services): ArmResponse {
  const { path, apiVersion } = request;
  const { store } = services;
  const collection = path.path.slice(0, path.path.lastIndexOf("/"));
  const parent = path.names.length > 0 || path.namespace === undefined ? collection : path.scope;
  const group = `/subscriptions/${path.subscriptionId ?? ""}/resourceGroups/${path.resourceGroup ?? ""}`;
  if (path.resourceGroup !== undefined && !store.has(group)) {
    throw resourceGroupNotFound(path.resourceGroup);
  }
  const children = visible(store.children(parent, type.type), request, services);
  if (type.list !== undefined) {
    return type.list(children, request);
  }
  const found = children.map((resource) => present(type, resource, services, apiVersion));
  return { status: 200, body: page(found, request) };
}

/** One page of a list, with the link to the next. `$skipToken` counts what was already shown; `$top` sets the page's size. */
export function page(items: readonly unknown[], request: ArmRequest): Record<string, unknown> {
  const skip = Number(request.query["$skiptoken"] ?? 0);
  const top = Number(request.query["$top"] ?? pageSize);
  const next = skip + top;
  const filter = request.query["$filter"];
  const filtered = filter === undefined ? "" : `&$filter=${encodeURIComponent(filter)}`;
  const link = `${request.baseUrl}${request.path.path}?api-version=${request.apiVersion}${filtered}&$top=${top}&$skipToken=${next}`;
  return { value: items.slice(skip, next), ...(next < items.length ? { nextLink: link } : {}) };
}
