import { objectAt } from "../json";
import type { ResourceType } from "../resourceType";

const type = "Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials";

export const federatedIdentityCredentials: ResourceType = {
  type,
  apiVersions: ["2023-01-31", "2024-11-30"],
  write: ({ id, name, body }) => ({ id, name, type, body: objectAt({ body }, "body"), internal: {} }),
};
