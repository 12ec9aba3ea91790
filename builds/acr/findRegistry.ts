import type { ContainerRegistryManagementClient, Registry } from "@azure/arm-containerregistry";
import type { AzureAccess } from "../azure/azureAccess";
import { listSubscriptions } from "../azure/listSubscriptions";
import { BuildError } from "../buildError";
import type { RegistryReference } from "./acrBuild";
import { explainRequest } from "./failures/explainRequest";
import { parseRegistryId } from "./registryId";
import { registryClient } from "./registryTasks";

/**
 * Resolves what a person calls a registry: its id in the resource manager, its login server, or its name. The latter two are looked up in the
 * subscription of the access, or in all that the identity sees where it has none.
 * @throws BuildError when there is none, or the identity may not read it.
 */
export async function findRegistry(called: string, azure: AzureAccess): Promise<RegistryReference> {
  const id = parseRegistryId(called);
  try {
    return id === undefined
      ? await searchRegistry(called, azure)
      : reference(await registryClient(azure, id.subscriptionId).registries.get(id.resourceGroupName, id.name));
  } catch (error) {
    throw explainRequest(error, "read", { name: id?.name ?? called, resourceGroupName: id?.resourceGroupName });
  }
}

async function searchRegistry(called: string, azure: AzureAccess): Promise<RegistryReference> {
  const subscriptions = azure.subscriptionId === undefined ? await listSubscriptions(azure) : [azure.subscriptionId];
  for (const subscription of subscriptions) {
    const found = await ofSubscription(called.toLowerCase(), registryClient(azure, subscription));
    if (found !== undefined) {
      return reference(found);
    }
  }
  const where =
    subscriptions.length === 1 ? `the subscription ${subscriptions[0] ?? ""}` : `${subscriptions.length} subscriptions`;
  throw new BuildError(
    "unknown-registry",
    `There is no registry ${called} in ${where}, or the identity that is signed in may not read it.`,
    "Check the name; ARM_SUBSCRIPTION_ID says which subscription is searched. The id in the resource manager needs no search.",
  );
}

async function ofSubscription(
  called: string,
  client: ContainerRegistryManagementClient,
): Promise<Registry | undefined> {
  for await (const registry of client.registries.list()) {
    if (registry.loginServer?.toLowerCase() === called || registry.name?.toLowerCase() === called) {
      return registry;
    }
  }
  return undefined;
}

function reference({ id = "", loginServer, roleAssignmentMode }: Registry): RegistryReference {
  const parts = parseRegistryId(id);
  if (parts === undefined || loginServer === undefined) {
    throw new BuildError(
      "unknown-registry",
      `The registry ${id} is not ready: it has no login server yet.`,
      "Wait until it is created.",
    );
  }
  return {
    ...parts,
    loginServer,
    roleAssignmentMode: roleAssignmentMode === "AbacRepositoryPermissions" ? "ABAC" : "RBAC",
  };
}
