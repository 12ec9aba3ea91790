import { badRequest } from "../errors";
import { containerServiceCodes } from "../containerService/writeCluster";
import type { ResourceType } from "../resourceType";
import { maintenanceConfigurationBody } from "../schema/containerService/maintenanceConfiguration";
import { kept, parseBody } from "../schema/parseBody";
import { containerServiceApiVersions } from "../tables/containerServiceApi";

const type = "Microsoft.ContainerService/managedClusters/maintenanceConfigurations";

/** The only names that AKS knows; "default" is the weekly schedule of releases. Source: aks-docs planned-maintenance.md. */
const names = ["default", "aksManagedAutoUpgradeSchedule", "aksManagedNodeOSUpgradeSchedule"];

export const maintenanceConfigurations: ResourceType = {
  type,
  apiVersions: containerServiceApiVersions,
  createdStatus: 200,

  write({ id, name, apiVersion, body }) {
    if (!names.includes(name)) {
      throw badRequest(
        "InvalidMaintenanceConfigurationName",
        `The maintenance configuration name '${name}' is not one of ${names.join(", ")}.`,
      );
    }
    const parsed = parseBody(maintenanceConfigurationBody(apiVersion), body, containerServiceCodes);
    const window = parsed.properties?.maintenanceWindow;
    if (name !== "default" && window === undefined) {
      throw badRequest(
        "InvalidParameter",
        `The maintenance configuration '${name}' needs a maintenanceWindow.`,
        "maintenanceWindow",
      );
    }
    if (window !== undefined && Object.keys(window.schedule).length !== 1) {
      throw badRequest("InvalidParameter", "Exactly one schedule is to be given.", "maintenanceWindow.schedule");
    }
    return { id, name, type, body: kept(parsed), internal: {} };
  },
};
