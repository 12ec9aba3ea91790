import { removeCluster, restartCluster, startCluster } from "../containerService/controlPlane";
import { credentialActions } from "../containerService/credentials";
import { presentCluster } from "../containerService/presentCluster";
import { writeCluster } from "../containerService/writeCluster";
import type { ResourceType } from "../resourceType";
import { containerServiceApiVersions } from "../tables/containerServiceApi";
import { durations } from "../tables/durations";

export const managedClusters: ResourceType = {
  type: "Microsoft.ContainerService/managedClusters",
  apiVersions: containerServiceApiVersions,
  longRunning: { write: "asyncOperation", remove: "asyncOperation" },
  patch: true,
  durations: durations.managedCluster,
  write: writeCluster,
  provision: startCluster,
  restart: restartCluster,
  present: presentCluster,
  remove: removeCluster,
  actions: credentialActions,
};
