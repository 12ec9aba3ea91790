import { lastName, typeOf } from "./armPath";
import { authorizeRequest } from "./authorization/authorizeRequest";
import { ArmError, badRequest, notFound } from "./errors";
import { listResources } from "./lists";
import { operationResult, operationStatus } from "./operationRequests";
import { actOnResource, probeResource, readResource, removeResource, writeResource } from "./resourceRequests";
import type { ArmRequest, ArmResponse, ResourceType } from "./resourceType";
import type { Services } from "./services";
import { namespaces, subscriptionRequest } from "./subscriptions";
import { collectionActions } from "./collectionActions";

/** Answers one request of a client that has shown who it is. @throws ArmError for whatever is refused. */
export async function dispatch(request: ArmRequest, services: Services): Promise<ArmResponse> {
  if (request.apiVersion === "") {
    throw badRequest(
      "MissingApiVersionParameter",
      "The api-version query parameter (?api-version=) is required for all requests.",
    );
  }
  // Who knows of an operation has started it: its name is a secret of the two.
  const ofOperation = operationRequest(request, services);
  if (ofOperation !== undefined) {
    return ofOperation;
  }
  authorizeRequest(request, services);
  return subscriptionRequest(request, services) ?? resourceRequest(request, services);
}

function operationRequest(request: ArmRequest, services: Services): ArmResponse | undefined {
  const { path } = request.path;
  if (/\/operations\/[^/]+$/i.test(path) && /\/locations\//i.test(path)) {
    return operationStatus(lastName(path), request, services);
  }
  return /\/operationresults\/[^/]+$/i.test(path) ? operationResult(lastName(path), request, services) : undefined;
}

async function resourceRequest(request: ArmRequest, services: Services): Promise<ArmResponse> {
  const { path } = request;
  if (path.namespace === undefined && /\/resourcegroups$/i.test(path.path)) {
    return listResources(typeFor(typeOf(path), request, services), request, services);
  }
  if (path.names.length === path.types.length) {
    return onResource(typeFor(typeOf(path), request, services), request, services);
  }
  if (request.method === "GET") {
    return listResources(typeFor(typeOf(path), request, services), request, services);
  }
  const action = path.types.at(-1) ?? "";
  if (request.method === "POST" && path.names.length > 0) {
    const ownerType = [path.namespace, ...path.types.slice(0, -1)].join("/");
    return actOnResource(typeFor(ownerType, request, services, action), action, request, services);
  }
  const collectionAction = collectionActions.get(`${path.namespace ?? ""}/${action}`.toLowerCase());
  if (request.method === "POST" && collectionAction !== undefined) {
    return collectionAction(request, services);
  }
  throw new ArmError(405, "HttpMethodNotAllowed", `'${path.path}' does not support the method ${request.method}.`);
}

const methods: Record<
  string,
  (type: ResourceType, request: ArmRequest, services: Services) => ArmResponse | Promise<ArmResponse>
> = {
  GET: readResource,
  HEAD: probeResource,
  PUT: writeResource,
  PATCH: writeResource,
  DELETE: removeResource,
};

function onResource(type: ResourceType, request: ArmRequest, services: Services): ArmResponse | Promise<ArmResponse> {
  const answer = methods[request.method];
  if (answer === undefined) {
    throw new ArmError(405, "HttpMethodNotAllowed", `Resources do not support the method ${request.method}.`);
  }
  const alone = type.exclusive;
  if (alone === undefined || request.method === "GET" || request.method === "HEAD") {
    return answer(type, request, services);
  }
  return services.exclusive.run(alone.within(request.path.path), alone.refusal, () => answer(type, request, services));
}

/** @throws ArmError when there is no such namespace or type, or the type does not have the request's API version. */
function typeFor(name: string, { path, apiVersion }: ArmRequest, { types }: Services, action = ""): ResourceType {
  const type = types.get(name.toLowerCase());
  if (type === undefined) {
    const namespace = path.namespace ?? "";
    if (namespaces(types).get(namespace.toLowerCase()) === undefined) {
      throw notFound("InvalidResourceNamespace", `The resource namespace '${namespace}' is invalid.`);
    }
    throw notFound(
      "InvalidResourceType",
      `The resource type '${path.types.join("/")}' could not be found in the namespace '${namespace}' for api version '${apiVersion}'. The supported api-versions are ''.`,
    );
  }
  const apiVersions = type.actionApiVersions?.[action.toLowerCase()] ?? type.apiVersions;
  if (!apiVersions.includes(apiVersion)) {
    throw badRequest(
      "NoRegisteredProviderFound",
      `No registered resource provider found for API version '${apiVersion}' for type '${path.types.join("/")}'. The supported api-versions are '${apiVersions.join(", ")}'.`,
    );
  }
  return type;
}
