import type { ResourceType } from "../resourceType";
import { storageApiVersions } from "./storageAccounts";

const type = "Microsoft.Storage/storageAccounts/blobServices";

/** Each storage account has exactly one, named "default". */
export const blobServices: ResourceType = {
  type,
  apiVersions: storageApiVersions,
  implicit: true,
};
