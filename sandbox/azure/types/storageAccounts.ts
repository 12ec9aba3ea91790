import { objectAt, textAt } from "../json";
import type { ResourceType } from "../resourceType";

const type = "Microsoft.Storage/storageAccounts";

export const storageApiVersions: readonly string[] = ["2024-01-01", "2025-06-01"];

export const storageAccounts: ResourceType = {
  type,
  apiVersions: storageApiVersions,
  longRunning: { write: "location" },
  patch: true,
  durations: { create: 25, update: 3 },

  write({ id, name, body, existing }, { now }) {
    return {
      id,
      name,
      type,
      body: {
        ...objectAt({ body }, "body"),
        properties: {
          ...objectAt(body, "properties"),
          primaryEndpoints: { blob: `https://${name}.blob.core.windows.net/` },
          creationTime: textAt(existing?.body, "properties.creationTime") ?? now().toISOString(),
          provisioningState: existing === undefined ? "Creating" : "ResolvingDNS",
        },
      },
      internal: {},
    };
  },
};
