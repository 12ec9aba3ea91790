import { badRequest } from "./errors";

/** A request's path, taken apart. Names keep their case; types and ids are compared without it. */
export interface ArmPath {
  /** The path as given, without a trailing slash. */
  readonly path: string;
  readonly subscriptionId?: string;
  readonly resourceGroup?: string;
  /** Id of what the resource belongs to: a resource group, a subscription, or for an extension another resource. */
  readonly scope: string;
  /** Such as "Microsoft.ContainerService"; absent for resource groups and subscriptions. */
  readonly namespace?: string;
  /** Type segments below the namespace, such as ["managedClusters", "agentPools"]. */
  readonly types: readonly string[];
  /** One name for each type, or one fewer when the path names a collection or an action. */
  readonly names: readonly string[];
}

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @throws ArmError `InvalidSubscriptionId` when the subscription is not a GUID. */
export function parseArmPath(url: string): ArmPath {
  const path = `/${url.split("?")[0]?.split("/").filter(Boolean).map(decodeURIComponent).join("/") ?? ""}`;
  const segments = path.slice(1).split("/");
  const [first, subscriptionId, third, resourceGroup] = segments;
  if (first?.toLowerCase() === "subscriptions" && subscriptionId !== undefined && !guid.test(subscriptionId)) {
    throw badRequest(
      "InvalidSubscriptionId",
      `The provided subscription identifier '${subscriptionId}' is malformed or invalid.`,
    );
  }
  const inSubscription = first?.toLowerCase() === "subscriptions";
  const inGroup = inSubscription && third?.toLowerCase() === "resourcegroups" && resourceGroup !== undefined;
  const providers = segments.map((segment) => segment.toLowerCase()).lastIndexOf("providers");
  const below = providers < 0 ? [] : segments.slice(providers + 2);
  return {
    path,
    ...(inSubscription && subscriptionId !== undefined ? { subscriptionId } : {}),
    ...(inGroup ? { resourceGroup } : {}),
    scope: providers < 0 ? path : `/${segments.slice(0, providers).join("/")}`.replace(/\/$/, ""),
    ...(providers >= 0 && segments[providers + 1] !== undefined ? { namespace: segments[providers + 1] } : {}),
    types: below.filter((_, index) => index % 2 === 0),
    names: below.filter((_, index) => index % 2 === 1),
  };
}

/** Type that the path names, such as "Microsoft.ContainerService/managedClusters/agentPools". */
export function typeOf(path: ArmPath): string {
  if (path.namespace === undefined) {
    return "Microsoft.Resources/resourceGroups";
  }
  return [path.namespace, ...path.types].join("/");
}

/** The last name in a resource id. */
export function lastName(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

/** Id without its last type and name. */
export function parentId(id: string): string {
  return id.split("/").slice(0, -2).join("/");
}

export function sameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
