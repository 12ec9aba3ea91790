import { z } from "zod";
import { oneOf, readOnly } from "./parseBody";

/** Managed identity of a resource, as registries and storage accounts take it; they differ in how the last kind is spelled. */
export const managedIdentity = (api: string, both: string) =>
  z
    .strictObject({
      type: oneOf(api, ["None", "SystemAssigned", "UserAssigned", both]).optional(),
      principalId: readOnly(),
      tenantId: readOnly(),
      userAssignedIdentities: z.record(z.string(), z.strictObject({})).optional(),
    })
    .optional();
