import { objectAt, textAt } from "../json";
import type { ResourceType } from "../resourceType";

const type = "Microsoft.ContainerRegistry/registries";

export const registries: ResourceType = {
  type,
  apiVersions: ["2023-01-01-preview", "2023-07-01", "2025-11-01"],
  longRunning: { write: "asyncOperation", remove: "location" },
  patch: true,
  durations: { create: 20, update: 5, delete: 10 },

  write({ id, name, body, existing }, { now }) {
    return {
      id,
      name,
      type,
      body: {
        ...objectAt({ body }, "body"),
        properties: {
          ...objectAt(body, "properties"),
          loginServer: `${name.toLowerCase()}.azurecr.io`,
          creationDate: textAt(existing?.body, "properties.creationDate") ?? now().toISOString(),
          provisioningState: existing === undefined ? "Creating" : "Updating",
        },
      },
      internal: {},
    };
  },
};
