import { randomUUID } from "node:crypto";
import { agentPoolType } from "./controlPlane";
import { type JsonObject, isObject, listAt, objectAt, textAt, withDefaults } from "../json";
import type { WriteRequest } from "../resourceType";
import type { Services } from "../services";
import { normalizedLocation } from "../checkLocation";
import type { StoredResource } from "../store";

const type = "Microsoft.ContainerService/managedClusters";

/** Checks a PUT of a managed cluster, and lays out what comes into being with it: inline pools, node resource group, identities. */
export function writeCluster(request: WriteRequest, services: Services): StoredResource {
  const { id, name, path, body, existing } = request;
  const location = normalizedLocation(textAt(body, "location") ?? "");
  const { agentPoolProfiles: _pools, ...properties } = objectAt(body, "properties");
  const oidcIssuerUrl =
    textAt(existing?.internal, "oidcIssuerUrl") ??
    `https://${location}.oic.prod-aks.azure.com/${services.directory.tenantId}/${randomUUID()}/`;
  const nodeResourceGroup =
    textAt(properties, "nodeResourceGroup") ?? `MC_${path.resourceGroup ?? ""}_${name}_${location}`.slice(0, 80);
  const kubelet = kubeletIdentity(request, nodeResourceGroup, location, services);
  const principalId =
    textAt(existing?.internal, "systemAssignedPrincipalId") ?? services.directory.createPrincipal(name).objectId;
  for (const pool of listAt(body, "properties.agentPoolProfiles").filter(isObject)) {
    const { name: poolName, ...poolProperties } = pool;
    services.store.put({
      id: `${id}/agentPools/${String(poolName)}`,
      name: String(poolName),
      type: agentPoolType,
      body: { properties: { ...poolProperties, provisioningState: existing === undefined ? "Creating" : "Updating" } },
      internal: {},
    });
  }
  return {
    id,
    name,
    type,
    body: {
      ...objectAt({ body }, "body"),
      location,
      identity: { ...objectAt(body, "identity"), principalId, tenantId: services.directory.tenantId },
      properties: {
        ...withDefaults(properties, { networkProfile: { serviceCidr: "10.0.0.0/16" } }),
        nodeResourceGroup,
        currentKubernetesVersion: "1.35.4",
        identityProfile: { kubeletidentity: kubelet },
        oidcIssuerProfile: { ...objectAt(properties, "oidcIssuerProfile"), issuerURL: oidcIssuerUrl },
        provisioningState: existing === undefined ? "Creating" : "Updating",
      },
    },
    internal: { oidcIssuerUrl, systemAssignedPrincipalId: principalId },
  };
}

function kubeletIdentity(
  request: WriteRequest,
  group: string,
  location: string,
  { store, directory }: Services,
): JsonObject {
  if (request.existing !== undefined) {
    return objectAt(request.existing.body, "properties.identityProfile.kubeletidentity");
  }
  const groupId = `/subscriptions/${request.path.subscriptionId ?? ""}/resourceGroups/${group}`;
  store.put({
    id: groupId,
    name: group,
    type: "Microsoft.Resources/resourceGroups",
    body: { location, managedBy: request.id, properties: { provisioningState: "Succeeded" } },
    internal: {},
  });
  const name = `${request.name}-agentpool`;
  const resourceId = `${groupId}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/${name}`;
  const { objectId, clientId } = directory.createPrincipal(name);
  store.put({
    id: resourceId,
    name,
    type: "Microsoft.ManagedIdentity/userAssignedIdentities",
    body: { location, properties: { tenantId: directory.tenantId, principalId: objectId, clientId } },
    internal: {},
  });
  return { resourceId, clientId, objectId };
}
