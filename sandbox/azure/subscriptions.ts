import { lastName } from "./armPath";
import { hasRoleIn, visible } from "./authorization/visibility";
import { notFound } from "./errors";
import { kubernetesVersions } from "./containerService/kubernetesVersionList";
import { page } from "./lists";
import type { ArmRequest, ArmResponse, ResourceType } from "./resourceType";
import type { Services } from "./services";
import { locations } from "./tables/locations";

type Types = ReadonlyMap<string, ResourceType>;

type Answer = (match: RegExpMatchArray, request: ArmRequest, services: Services) => ArmResponse;

/** What a client asks about a subscription as a whole, by path. */
const answers: readonly (readonly [RegExp, Answer])[] = [
  [
    /^\/subscriptions$/i,
    (_match, request, services) => ({ status: 200, body: page(known(request, services), request) }),
  ],
  [
    /^\/tenants$/i,
    (_match, _request, { directory }) => ok([{ id: `/tenants/${directory.tenantId}`, tenantId: directory.tenantId }]),
  ],
  [
    /^\/subscriptions\/([^/]+)$/i,
    ([, id = ""], _request, services) => ({ status: 200, body: subscription(id, services) }),
  ],
  [/^\/subscriptions\/([^/]+)\/locations$/i, ([, id = ""]) => ok(locationList(id))],
  [
    /^\/subscriptions\/([^/]+)\/providers$/i,
    ([, id = ""], _request, { types }) => ok([...namespaces(types).values()].map((name) => provider(id, name, types))),
  ],
  [
    /^\/subscriptions\/([^/]+)\/providers\/([^/]+)(?:\/register)?$/i,
    ([, id = "", name = ""], _request, { types }) => oneProvider(id, name, types),
  ],
  [
    /\/providers\/Microsoft\.ContainerService\/locations\/[^/]+\/kubernetesVersions$/i,
    () => ({ status: 200, body: kubernetesVersions() }),
  ],
  [
    /^\/subscriptions\/([^/]+)\/resources$/i,
    (match, request, services) => resourcesBelow(`/subscriptions/${match[1] ?? ""}`, request, services),
  ],
  [
    /^(\/subscriptions\/[^/]+\/resourcegroups\/[^/]+)\/resources$/i,
    ([, group = ""], request, services) => resourcesBelow(group, request, services),
  ],
];

/** Answers what is asked about a subscription, or undefined when the request is about something in it. */
export function subscriptionRequest(request: ArmRequest, services: Services): ArmResponse | undefined {
  if (!["GET", "POST"].includes(request.method)) {
    return undefined;
  }
  for (const [pattern, answer] of answers) {
    const match = request.path.path.match(pattern);
    if (match !== null) {
      return answer(match, request, services);
    }
  }
  return undefined;
}

const ok = (value: readonly unknown[]): ArmResponse => ({ status: 200, body: { value } });

/** Subscriptions in which something exists, and the caller has a role. */
function known(request: ArmRequest, services: Services): unknown[] {
  const ids = new Set(services.store.all().map(({ id }) => id.split("/")[2] ?? ""));
  return [...ids]
    .filter((id) => hasRoleIn(`/subscriptions/${id}`, request, services))
    .map((id) => subscription(id, services));
}

function subscription(id: string, { directory }: Services): unknown {
  return {
    id: `/subscriptions/${id}`,
    subscriptionId: id,
    tenantId: directory.tenantId,
    displayName: "Sandbox",
    state: "Enabled",
    authorizationSource: "RoleBased",
    subscriptionPolicies: {
      locationPlacementId: "Public_2014-09-01",
      quotaId: "PayAsYouGo_2014-09-01",
      spendingLimit: "Off",
    },
  };
}

function locationList(subscriptionId: string): unknown[] {
  return [...locations].map(([name, displayName]) => ({
    id: `/subscriptions/${subscriptionId}/locations/${name}`,
    name,
    displayName,
    regionalDisplayName: displayName,
    type: "Region",
  }));
}

function oneProvider(subscriptionId: string, name: string, types: Types): ArmResponse {
  const namespace = namespaces(types).get(name.toLowerCase());
  if (namespace === undefined) {
    throw notFound("InvalidResourceNamespace", `The resource namespace '${name}' is invalid.`);
  }
  return { status: 200, body: provider(subscriptionId, namespace, types) };
}

function provider(subscriptionId: string, namespace: string, all: Types): unknown {
  const types = [...all.values()].filter(({ type }) => type.startsWith(`${namespace}/`));
  return {
    id: `/subscriptions/${subscriptionId}/providers/${namespace}`,
    namespace,
    registrationState: "Registered",
    registrationPolicy: "RegistrationRequired",
    resourceTypes: types.map(({ type, apiVersions }) => ({
      resourceType: type.slice(namespace.length + 1),
      locations: [...locations.values()],
      apiVersions,
    })),
  };
}

/** The generic list of Azure Resource Manager: top-level resources, without their properties. */
function resourcesBelow(id: string, request: ArmRequest, services: Services): ArmResponse {
  const topLevel = visible(services.store.below(id), request, services)
    .filter(
      ({ type, body }) =>
        type.split("/").length === 2 && "location" in body && type !== "Microsoft.Resources/resourceGroups",
    )
    .map(({ id: resourceId, type, body }) => {
      const { properties: _properties, etag: _etag, ...shown } = body;
      return { id: resourceId, name: lastName(resourceId), type, ...shown };
    });
  return { status: 200, body: page(topLevel, request) };
}

/** The namespaces of the resource types, by their name in lower case. */
export function namespaces(types: Types): ReadonlyMap<string, string> {
  const names = [...types.values()].map(({ type }) => type.slice(0, type.indexOf("/")));
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}
