import { objectAt } from "../json";
import type { ResourceType } from "../resourceType";

export const subnets: ResourceType = {
  type: "Microsoft.Network/virtualNetworks/subnets",
  apiVersions: ["2024-05-01", "2024-10-01"],
  longRunning: { write: "asyncOperation", remove: "location" },
  write: ({ id, name, body }) => ({
    id,
    name,
    type: "Microsoft.Network/virtualNetworks/subnets",
    body: objectAt({ body }, "body"),
    internal: {},
  }),
};
