import { randomUUID } from "node:crypto";
import { lastName } from "../armPath";
import { badRequest } from "../errors";
import { type JsonObject, objectAt, textAt } from "../json";
import type { WriteRequest } from "../resourceType";
import type { ManagedClusterBody } from "../schema/containerService/managedCluster";
import type { Services } from "../services";

/**
 * The identities that come into being with a cluster: its own, unless it brings one, and the kubelet's in the node resource group,
 * unless `identityProfile` names one; with the node resource group and the token issuer's URL.
 * @throws ArmError when an identity that the request names does not exist, or the node resource group already does.
 */
export function clusterIdentities(
  request: WriteRequest,
  body: ManagedClusterBody,
  location: string,
  services: Services,
): JsonObject {
  const { existing, path, name } = request;
  const { directory } = services;
  const nodeResourceGroup =
    textAt(existing?.body, "properties.nodeResourceGroup") ??
    body.properties?.nodeResourceGroup ??
    `MC_${path.resourceGroup ?? ""}_${name}_${location}`.slice(0, 80);
  const issuer = `https://${location}.oic.prod-aks.azure.com/${directory.tenantId}/${randomUUID()}/`;
  const named = Object.keys(body.identity?.userAssignedIdentities ?? {}).map(
    (id) => [id, identityAt(id, services)] as const,
  );
  const givenKubelet = body.properties?.identityProfile?.["kubeletidentity"]?.resourceId;
  const kubelet =
    existing !== undefined
      ? objectAt(existing.body, "properties.identityProfile.kubeletidentity")
      : createKubelet(request, nodeResourceGroup, location, givenKubelet, services);
  const before = textAt(existing?.internal, "systemAssignedPrincipalId");
  const own = body.identity?.type === "SystemAssigned" ? (before ?? directory.createPrincipal(name).objectId) : before;
  return {
    nodeResourceGroup,
    kubelet,
    oidcIssuerUrl: textAt(existing?.internal, "oidcIssuerUrl") ?? issuer,
    systemAssignedPrincipalId: own,
    identity: {
      type: body.identity?.type ?? "None",
      ...(body.identity?.type === "SystemAssigned" ? { principalId: own, tenantId: directory.tenantId } : {}),
      ...(named.length > 0 ? { userAssignedIdentities: Object.fromEntries(named) } : {}),
    },
  };
}

function createKubelet(
  request: WriteRequest,
  group: string,
  location: string,
  given: string | undefined,
  services: Services,
): JsonObject {
  const { store, directory } = services;
  const groupId = `/subscriptions/${request.path.subscriptionId ?? ""}/resourceGroups/${group}`;
  const kubelet = given === undefined ? undefined : identityAt(given, services);
  if (store.has(groupId)) {
    throw badRequest(
      "NodeResourceGroupAlreadyExists",
      `The node resource group '${lastName(groupId)}' already exists.`,
      "nodeResourceGroup",
    );
  }
  store.put({
    id: groupId,
    name: group,
    type: "Microsoft.Resources/resourceGroups",
    body: { location, managedBy: request.id, properties: { provisioningState: "Succeeded" } },
    internal: {},
  });
  if (kubelet !== undefined) {
    return { resourceId: given, clientId: kubelet["clientId"], objectId: kubelet["principalId"] };
  }
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

function identityAt(id: string, { store }: Services): JsonObject {
  const identity = store.get(id);
  if (identity === undefined) {
    throw badRequest("UserAssignedIdentityNotFound", `The user assigned identity '${id}' was not found.`, "identity");
  }
  return {
    principalId: textAt(identity.body, "properties.principalId"),
    clientId: textAt(identity.body, "properties.clientId"),
  };
}
