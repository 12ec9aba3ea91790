import type { ResourceType } from "./resourceType";
import { agentPools } from "./types/agentPools";
import { blobContainers } from "./types/blobContainers";
import { blobServices } from "./types/blobServices";
import { federatedIdentityCredentials } from "./types/federatedIdentityCredentials";
import { maintenanceConfigurations } from "./types/maintenanceConfigurations";
import { managedClusters } from "./types/managedClusters";
import { managementPolicies } from "./types/managementPolicies";
import { registries } from "./types/registries";
import { resourceGroups } from "./types/resourceGroups";
import { roleAssignments } from "./types/roleAssignments";
import { roleDefinitions } from "./types/roleDefinitions";
import { runs } from "./types/runs";
import { storageAccounts } from "./types/storageAccounts";
import { subnets } from "./types/subnets";
import { userAssignedIdentities } from "./types/userAssignedIdentities";
import { virtualNetworks } from "./types/virtualNetworks";

const all: readonly ResourceType[] = [
  resourceGroups,
  managedClusters,
  agentPools,
  maintenanceConfigurations,
  registries,
  runs,
  storageAccounts,
  blobServices,
  blobContainers,
  managementPolicies,
  userAssignedIdentities,
  federatedIdentityCredentials,
  roleAssignments,
  roleDefinitions,
  virtualNetworks,
  subnets,
];

/** Everything that the emulator can keep, by type in lower case. */
export const resourceTypes: ReadonlyMap<string, ResourceType> = new Map(
  all.map((type) => [type.type.toLowerCase(), type]),
);
