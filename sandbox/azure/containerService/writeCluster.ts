import { randomBytes, randomUUID } from "node:crypto";
import { checkLocation } from "../checkLocation";
import { type JsonObject, isObject, objectAt, textAt } from "../json";
import type { WriteRequest } from "../resourceType";
import { type ManagedClusterBody, managedClusterBody } from "../schema/containerService/managedCluster";
import { type BodyErrorCodes, kept, parseBody } from "../schema/parseBody";
import type { Services } from "../services";
import type { StoredResource } from "../store";
import { checkIdle } from "./busy";
import type { ClusterContext } from "./clusterContext";
import { completeCluster, completeNetwork } from "./clusterDefaults";
import { clusterIdentities } from "./clusterIdentities";
import { natGateway } from "./contextOfCluster";
import { controlPlaneVersion } from "./controlPlaneVersion";
import { withoutEchoedSkus } from "./echoedSkus";
import { inlinePools } from "./inlinePools";
import { nodeSubnet } from "./nodeSubnets";
import { checkSettings } from "./rules/clusterSettings";
import { checkNetwork } from "./rules/network";
import { checkNetworkTransition } from "./rules/networkTransition";
import { checkUnchanged, immutableInClusters } from "./rules/unchanged";
import { checkWindowsProfile } from "./rules/windowsProfile";
import { agentPoolType } from "./writePool";

export const containerServiceCodes: BodyErrorCodes = { malformed: "UnmarshalError", invalid: "InvalidParameter" };

const type = "Microsoft.ContainerService/managedClusters";

/** Checks a PUT of a managed cluster, and lays out what comes into being with it: inline pools, node resource group, identities. */
export function writeCluster(request: WriteRequest, services: Services): StoredResource {
  const { existing } = request;
  const sent = withoutEchoedSkus(request.body, services.store.children(request.id, agentPoolType));
  const body = parseBody(managedClusterBody(request.apiVersion), sent, containerServiceCodes);
  const location = checkLocation(body.location, type, existing);
  checkIdle(request.id, services);
  checkSettings(request, body);
  checkWindowsProfile(body.properties?.windowsProfile);
  const context = checkedContext(body, existing, services);
  const pools = inlinePools(request, body, context, services);
  const identities = clusterIdentities(request, body, location, services);
  for (const pool of pools) {
    services.store.put(pool);
  }
  return stored(request, body, location, context, identities);
}

function checkedContext(
  body: ManagedClusterBody,
  existing: StoredResource | undefined,
  services: Services,
): ClusterContext {
  const properties = body.properties ?? {};
  const before = objectAt(existing?.body, "properties");
  const longTermSupport = properties.supportPlan === "AKSLongTermSupport";
  const today = services.now();
  const subnetIds = new Set((properties.agentPoolProfiles ?? []).flatMap(({ vnetSubnetID }) => vnetSubnetID ?? []));
  if (existing !== undefined) {
    checkUnchanged(before, properties, immutableInClusters);
    checkNetworkTransition(objectAt(before, "networkProfile"), objectAt(properties, "networkProfile"));
  }
  const networkProfile = completeNetwork({ ...keptNetwork(before), ...properties.networkProfile });
  checkNetwork(
    networkProfile,
    [...subnetIds].map((id) => nodeSubnet(id, services)),
  );
  return {
    networkProfile,
    hasWindowsProfile: properties.windowsProfile !== undefined || before["windowsProfile"] !== undefined,
    hasNatGateway: natGateway(networkProfile.outboundType),
    controlPlaneVersion: controlPlaneVersion(properties.kubernetesVersion, existing, {
      longTerm: longTermSupport,
      today,
    }),
    longTermSupport,
    today,
  };
}

/** Parts of the network that a later request may leave out. */
function keptNetwork(before: JsonObject): JsonObject {
  const profile = objectAt(before, "networkProfile");
  const names = ["networkPlugin", "networkPluginMode", "podCidr", "serviceCidr", "dnsServiceIP", "outboundType"];
  return Object.fromEntries(names.filter((name) => profile[name] !== undefined).map((name) => [name, profile[name]]));
}

function stored(
  request: WriteRequest,
  body: ManagedClusterBody,
  location: string,
  context: ClusterContext,
  identities: JsonObject,
): StoredResource {
  const { existing } = request;
  const { agentPoolProfiles: _pools, windowsProfile, ...properties } = body.properties ?? {};
  const { adminPassword: _password, ...windows } = windowsProfile ?? {};
  const label = textAt(existing?.internal, "label") ?? randomBytes(4).toString("hex");
  const domain = `${properties.fqdnSubdomain ?? properties.dnsPrefix ?? request.name}-${label}`;
  const before = objectAt(existing?.body, "properties");
  return {
    id: request.id,
    name: request.name,
    type,
    body: {
      ...kept(body),
      location,
      eTag: randomUUID(),
      sku: { name: "Base", tier: "Free", ...body.sku },
      identity: identities["identity"],
      properties: {
        ...completeCluster(properties),
        ...(windowsProfile === undefined
          ? before["windowsProfile"] === undefined
            ? {}
            : { windowsProfile: before["windowsProfile"] }
          : { windowsProfile: { enableCSIProxy: true, ...windows } }),
        networkProfile: context.networkProfile,
        kubernetesVersion: properties.kubernetesVersion ?? before["kubernetesVersion"] ?? context.controlPlaneVersion,
        currentKubernetesVersion: context.controlPlaneVersion,
        nodeResourceGroup: identities["nodeResourceGroup"],
        identityProfile: { kubeletidentity: identities["kubelet"] },
        fqdn: `${domain}.hcp.${location}.azmk8s.io`,
        azurePortalFQDN: `${domain}.portal.hcp.${location}.azmk8s.io`,
        resourceUID: textAt(before, "resourceUID") ?? randomBytes(12).toString("hex"),
        oidcIssuerProfile: oidcIssuer(properties.oidcIssuerProfile?.enabled, identities),
        provisioningState: existing === undefined ? "Creating" : "Updating",
      },
    },
    internal: {
      label,
      oidcIssuerUrl: identities["oidcIssuerUrl"],
      systemAssignedPrincipalId: identities["systemAssignedPrincipalId"],
      request: withoutPassword(request.body),
    },
  };
}

function oidcIssuer(enabled: boolean | undefined, identities: JsonObject): JsonObject {
  return enabled === true ? { enabled, issuerURL: identities["oidcIssuerUrl"] } : { enabled: false };
}

/** The administrator's password is never kept and never shown. */
function withoutPassword(body: unknown): unknown {
  const properties = objectAt(body, "properties");
  const { adminPassword: _password, ...windowsProfile } = objectAt(properties, "windowsProfile");
  const changed = properties["windowsProfile"] === undefined ? properties : { ...properties, windowsProfile };
  return isObject(body) ? { ...body, properties: changed } : body;
}
