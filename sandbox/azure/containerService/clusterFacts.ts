import type { ClusterSpec } from "../../kubernetes/clusterRuntime";
import { objectAt, textAt } from "../json";
import type { StoredResource } from "../store";

/** What the Kubernetes runtime needs to know of a managed cluster. */
export function lifecycleOf(cluster: StoredResource): ClusterSpec {
  const properties = objectAt(cluster.body, "properties");
  return {
    id: cluster.id,
    name: cluster.name,
    location: textAt(cluster.body, "location") ?? "",
    resourceGroup: cluster.id.split("/")[4] ?? "",
    nodeResourceGroup: textAt(properties, "nodeResourceGroup") ?? "",
    kubernetesVersion: textAt(properties, "currentKubernetesVersion") ?? "",
    oidcIssuerUrl: textAt(cluster.internal, "oidcIssuerUrl") ?? "",
    serviceCidr: textAt(properties, "networkProfile.serviceCidr") ?? "10.0.0.0/16",
    podCidr: textAt(properties, "networkProfile.podCidr") ?? "",
    entra: objectAt(properties, "aadProfile")["managed"] === true,
    gmsa: objectAt(objectAt(properties, "windowsProfile"), "gmsaProfile")["enabled"] === true,
  };
}
