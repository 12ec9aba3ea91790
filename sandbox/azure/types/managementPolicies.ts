import { objectAt } from "../json";
import type { ResourceType } from "../resourceType";
import { storageApiVersions } from "./storageAccounts";

export const managementPolicies: ResourceType = {
  type: "Microsoft.Storage/storageAccounts/managementPolicies",
  apiVersions: storageApiVersions,
  write: ({ id, name, body }) => ({
    id,
    name,
    type: "Microsoft.Storage/storageAccounts/managementPolicies",
    body: objectAt({ body }, "body"),
    internal: {},
  }),
};
