import type { ResourceType } from "../resourceType";
import { storageApiVersions } from "./storageAccounts";

/** Each storage account has exactly one, named "default". */
export const blobServices: ResourceType = {
  type: "Microsoft.Storage/storageAccounts/blobServices",
  apiVersions: storageApiVersions,
  implicit: true,
};
