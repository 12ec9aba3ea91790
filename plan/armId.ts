/** The parts of an Azure resource id. */
export interface ArmId {
  readonly subscriptionId: string;
  readonly resourceGroupName: string;
  readonly name: string;
  readonly id: string;
}

/** Reads the id of a top-level resource of the given type, such as `Microsoft.ContainerRegistry/registries`. Case does not matter. */
export function parseArmId(id: string, type: string): ArmId | undefined {
  const pattern = new RegExp(
    `^/subscriptions/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/resourceGroups/([^/]+)/providers/${type}/([^/]+)$`,
    "i",
  );
  const [, subscriptionId, resourceGroupName, name] = pattern.exec(id) ?? [];
  if (subscriptionId === undefined || resourceGroupName === undefined || name === undefined) return undefined;
  return { subscriptionId, resourceGroupName, name, id };
}

export const armTypes = {
  registry: "Microsoft.ContainerRegistry/registries",
  identity: "Microsoft.ManagedIdentity/userAssignedIdentities",
  keyVault: "Microsoft.KeyVault/vaults",
} as const;

/** Whether the text is the resource id of a subnet. */
export function isSubnetId(id: string): boolean {
  return /^\/subscriptions\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/resourceGroups\/[^/]+\/providers\/Microsoft\.Network\/virtualNetworks\/[^/]+\/subnets\/[^/]+$/i.test(
    id,
  );
}
