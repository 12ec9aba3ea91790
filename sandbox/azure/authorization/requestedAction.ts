import { type ArmPath, typeOf } from "../armPath";

/** What a request wants to do, in the words of roles. */
export interface RequestedAction {
  readonly action: string;
  /** Id of the resource, or of what the listed ones belong to. */
  readonly scope: string;
  /** Set when a collection is asked for: each may show those of its members that the caller may read. */
  readonly isList?: true;
}

/** What a request wants to do; undefined when anybody may who has shown who he is. */
export function requestedAction(method: string, path: ArmPath): RequestedAction | undefined {
  const ofSubscription = subscriptionActions.find(([pattern]) => pattern.test(path.path));
  if (ofSubscription !== undefined && ["GET", "POST"].includes(method)) {
    return ofSubscription[1](path.path, method);
  }
  const parent = path.path.slice(0, path.path.lastIndexOf("/"));
  const type = nameInRoles(typeOf(path));
  const isCollection = path.names.length < path.types.length || /\/resourcegroups$/i.test(path.path);
  if (!isCollection) {
    return { action: `${type}/${verbs[method] ?? "action"}`, scope: path.path };
  }
  if (method !== "POST") {
    return { action: `${type}/read`, scope: path.names.length > 0 ? parent : listScope(path), isList: true };
  }
  // Of a POST to no resource in particular, such as `checkNameAvailability`, nothing changes: roles have it among what is read.
  return path.names.length > 0
    ? { action: `${type}/action`, scope: parent }
    : { action: `${type}/read`, scope: path.scope };
}

const verbs: Readonly<Record<string, string>> = {
  GET: "read",
  HEAD: "read",
  PUT: "write",
  PATCH: "write",
  DELETE: "delete",
};

const listScope = ({ namespace, path, scope }: ArmPath) =>
  namespace === undefined ? path.slice(0, path.lastIndexOf("/")) : scope;

const resourceGroups = "Microsoft.Resources/subscriptions/resourceGroups";

/** Roles speak of resource groups as of a part of subscriptions. */
const nameInRoles = (type: string) => type.replace(/^Microsoft\.Resources\/resourceGroups/i, resourceGroups);

/** What a role has to allow for a resource of the type to be read. */
export const readActionOf = (type: string) => `${nameInRoles(type)}/read`;

type SubscriptionAction = (path: string, method: string) => RequestedAction | undefined;

const subscriptionOf = (path: string) => path.split("/").slice(0, 3).join("/");

/** Reads something of the subscription itself. */
const reads =
  (action: string): SubscriptionAction =>
  (path) => ({ action: `Microsoft.Resources/${action}/read`, scope: subscriptionOf(path) });

/** Lists resources of any type below the path. */
const listsResources =
  (action: string): SubscriptionAction =>
  (path) => ({ action: `${action}/resources/read`, scope: path.slice(0, path.lastIndexOf("/")), isList: true });

/** Requests about subscriptions as a whole. */
const subscriptionActions: readonly (readonly [RegExp, SubscriptionAction])[] = [
  [/^\/(?:subscriptions|tenants)$/i, () => undefined],
  [/^\/subscriptions\/[^/]+$/i, reads("subscriptions")],
  [/^\/subscriptions\/[^/]+\/locations$/i, reads("subscriptions/locations")],
  [/^\/subscriptions\/[^/]+\/providers(?:\/[^/]+)?$/i, reads("subscriptions/providers")],
  [
    /^\/subscriptions\/[^/]+\/providers\/[^/]+\/register$/i,
    (path) => ({ action: `${path.split("/").at(-2) ?? ""}/register/action`, scope: subscriptionOf(path) }),
  ],
  [/^\/subscriptions\/[^/]+\/resources$/i, listsResources("Microsoft.Resources/subscriptions")],
  [/^\/subscriptions\/[^/]+\/resourcegroups\/[^/]+\/resources$/i, listsResources(resourceGroups)],
];
