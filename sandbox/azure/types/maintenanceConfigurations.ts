import { objectAt } from "../json";
import type { ResourceType } from "../resourceType";
import { containerServiceApiVersions } from "../tables/containerServiceApi";

const type = "Microsoft.ContainerService/managedClusters/maintenanceConfigurations";

export const maintenanceConfigurations: ResourceType = {
  type,
  apiVersions: containerServiceApiVersions,
  createdStatus: 200,
  write: ({ id, name, body }) => ({ id, name, type, body: objectAt({ body }, "body"), internal: {} }),
};
