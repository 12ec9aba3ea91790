import { provisionPool, removePool } from "../containerService/nodePools";
import { presentPool } from "../containerService/presentPool";
import { objectAt } from "../json";
import type { ResourceType } from "../resourceType";
import { containerServiceApiVersions } from "../tables/containerServiceApi";

const type = "Microsoft.ContainerService/managedClusters/agentPools";

export const agentPools: ResourceType = {
  type,
  apiVersions: containerServiceApiVersions,
  longRunning: { write: "asyncOperation", remove: "asyncOperation" },
  durations: { create: 240, update: 60, delete: 180 },
  write: ({ id, name, body, existing }) => ({
    id,
    name,
    type,
    body: {
      properties: {
        ...objectAt(body, "properties"),
        provisioningState: existing === undefined ? "Creating" : "Updating",
      },
    },
    internal: {},
  }),
  provision: provisionPool,
  restart: provisionPool,
  present: presentPool,
  remove: removePool,
};
