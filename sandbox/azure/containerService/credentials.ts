import type { ClusterRuntime } from "../../kubernetes/clusterRuntime";
import { ArmError, badRequest } from "../errors";
import { objectAt } from "../json";
import type { ArmRequest, ArmResponse, ResourceType } from "../resourceType";
import type { Services } from "../services";
import { type StoredResource, provisioningState } from "../store";

/** The actions that hand out kubeconfigs. */
export const credentialActions: ResourceType["actions"] = {
  listclusterusercredential: (cluster, request, services) => credentials(cluster, "user", request, services),
  listclusteradmincredential: (cluster, request, services) => {
    if (objectAt(cluster.body, "properties")["disableLocalAccounts"] === true) {
      throw badRequest(
        "BadRequest",
        "Getting static credential is not allowed because this cluster is set to disable local accounts.",
      );
    }
    return credentials(cluster, "admin", request, services);
  },
};

function credentials(
  cluster: StoredResource,
  account: "admin" | "user",
  _request: ArmRequest,
  { clusters }: Services,
): ArmResponse {
  const kubeconfig = Buffer.from(kubeconfigOf(cluster, account, clusters)).toString("base64");
  return {
    status: 200,
    body: { kubeconfigs: [{ name: account === "admin" ? "clusterAdmin" : "clusterUser", value: kubeconfig }] },
  };
}

/** A cluster whose creation goes on, or has failed, has none. */
function kubeconfigOf(cluster: StoredResource, account: "admin" | "user", clusters: ClusterRuntime): string {
  const state = provisioningState(cluster);
  try {
    if (state !== "Creating") {
      return clusters.kubeconfig(cluster.id, account);
    }
  } catch (error) {
    if (state !== "Failed") {
      throw error;
    }
  }
  throw new ArmError(
    409,
    "OperationNotAllowed",
    `Managed cluster '${cluster.name}' has no credentials: its creation has not succeeded (${state}).`,
  );
}
