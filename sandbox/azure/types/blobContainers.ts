import { objectAt } from "../json";
import type { ResourceType } from "../resourceType";
import { storageApiVersions } from "./storageAccounts";

export const blobContainers: ResourceType = {
  type: "Microsoft.Storage/storageAccounts/blobServices/containers",
  apiVersions: storageApiVersions,
  write: ({ id, name, body }) => ({
    id,
    name,
    type: "Microsoft.Storage/storageAccounts/blobServices/containers",
    body: objectAt({ body }, "body"),
    internal: {},
  }),
};
