import type { RegistryReference } from "./acrBuild";

const armId =
  /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/providers\/Microsoft\.ContainerRegistry\/registries\/([^/]+)\/?$/i;

/** The parts of a registry's id in the resource manager; undefined for another text. */
export function parseRegistryId(
  id: string,
): Pick<RegistryReference, "subscriptionId" | "resourceGroupName" | "name"> | undefined {
  const [, subscriptionId, resourceGroupName, name] = armId.exec(id) ?? [];
  return subscriptionId === undefined || resourceGroupName === undefined || name === undefined
    ? undefined
    : { subscriptionId, resourceGroupName, name };
}
