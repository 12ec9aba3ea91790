import { z } from "zod";
import { flag, text, textMap, texts } from "../fields";
import { perApiVersion, oneOf, readOnly, since, trackedResource } from "../parseBody";
import { agentPoolProfile } from "./agentPool";
import { addOnProfiles, securityProfile } from "./clusterProfiles";
import { networkProfile } from "./networkProfile";

const userAssignedIdentity = () => z.strictObject({ resourceId: text(), clientId: text(), objectId: text() });

/** Source: azure-rest-api-specs containerservice/…/aks/stable/{2025-09-01,2026-02-01}/managedClusters.json, ManagedCluster. */
export const managedClusterBody = perApiVersion((api) =>
  z.strictObject({
    ...trackedResource,
    eTag: readOnly(),
    kind: text(),
    sku: z
      .strictObject({
        name: oneOf(api, ["Base", "Automatic"]).optional(),
        tier: oneOf(api, ["Free", "Standard", "Premium"]).optional(),
      })
      .optional(),
    extendedLocation: z.strictObject({ name: text(), type: text() }).optional(),
    identity: z
      .strictObject({
        type: oneOf(api, ["SystemAssigned", "UserAssigned", "None"]).optional(),
        principalId: readOnly(),
        tenantId: readOnly(),
        delegatedResources: z.record(z.string(), z.unknown()).optional(),
        userAssignedIdentities: z.record(z.string(), z.strictObject({})).optional(),
      })
      .optional(),
    properties: z.strictObject(clusterFields(api)).optional(),
  }),
);

const clusterFields = (api: string) => ({
  provisioningState: readOnly(),
  powerState: readOnly(),
  maxAgentPools: readOnly(),
  kubernetesVersion: text(),
  currentKubernetesVersion: readOnly(),
  dnsPrefix: text(),
  fqdnSubdomain: text(),
  fqdn: readOnly(),
  privateFQDN: readOnly(),
  azurePortalFQDN: readOnly(),
  agentPoolProfiles: z.array(agentPoolProfile(api)).optional(),
  linuxProfile: z
    .strictObject({
      adminUsername: z.string().regex(/^[A-Za-z][-A-Za-z0-9_]*$/, "not a Linux user name"),
      ssh: z.strictObject({ publicKeys: z.array(z.strictObject({ keyData: z.string() })) }),
    })
    .optional(),
  windowsProfile: z
    .strictObject({
      adminUsername: z.string(),
      adminPassword: text(),
      licenseType: oneOf(api, ["None", "Windows_Server"]).optional(),
      enableCSIProxy: flag(),
      gmsaProfile: z.strictObject({ enabled: flag(), dnsServer: text(), rootDomainName: text() }).optional(),
    })
    .optional(),
  servicePrincipalProfile: z.strictObject({ clientId: z.string(), secret: text() }).optional(),
  addonProfiles: z
    .record(z.string(), z.strictObject({ enabled: z.boolean(), config: textMap(), identity: readOnly() }))
    .optional(),
  podIdentityProfile: z.record(z.string(), z.unknown()).optional(),
  oidcIssuerProfile: z.strictObject({ enabled: flag(), issuerURL: readOnly() }).optional(),
  nodeResourceGroup: text(),
  nodeResourceGroupProfile: z
    .strictObject({ restrictionLevel: oneOf(api, ["Unrestricted", "ReadOnly"]).optional() })
    .optional(),
  enableRBAC: flag(),
  supportPlan: oneOf(api, ["KubernetesOfficial", "AKSLongTermSupport"]).optional(),
  networkProfile: networkProfile(api).optional(),
  aadProfile: z
    .strictObject({
      managed: flag(),
      enableAzureRBAC: flag(),
      adminGroupObjectIDs: texts(),
      clientAppID: text(),
      serverAppID: text(),
      serverAppSecret: text(),
      tenantID: text(),
    })
    .optional(),
  autoUpgradeProfile: z
    .strictObject({
      upgradeChannel: oneOf(api, ["rapid", "stable", "patch", "node-image", "none"]).optional(),
      nodeOSUpgradeChannel: oneOf(api, ["None", "Unmanaged", "NodeImage", "SecurityPatch"]).optional(),
    })
    .optional(),
  upgradeSettings: z
    .strictObject({ overrideSettings: z.strictObject({ forceUpgrade: flag(), until: text() }).optional() })
    .optional(),
  autoScalerProfile: autoScalerProfile(api),
  apiServerAccessProfile: z
    .strictObject({
      authorizedIPRanges: texts(),
      enablePrivateCluster: flag(),
      privateDNSZone: text(),
      enablePrivateClusterPublicFQDN: flag(),
      disableRunCommand: flag(),
      enableVnetIntegration: flag(),
      subnetId: text(),
    })
    .optional(),
  diskEncryptionSetID: text(),
  identityProfile: z.record(z.string(), userAssignedIdentity()).optional(),
  privateLinkResources: z.array(z.record(z.string(), z.unknown())).optional(),
  disableLocalAccounts: flag(),
  httpProxyConfig: z
    .strictObject({
      httpProxy: text(),
      httpsProxy: text(),
      noProxy: texts(),
      trustedCa: text(),
      enabled: since(api, "2026-02-01", z.boolean()),
    })
    .optional(),
  securityProfile: securityProfile(api),
  publicNetworkAccess: oneOf(api, ["Enabled", "Disabled"]).optional(),
  resourceUID: readOnly(),
  status: since(api, "2025-10-01", z.strictObject({ provisioningError: readOnly() })),
  ...addOnProfiles(api),
});

/** All but a few of the autoscaler's settings are text, also the numbers. */
function autoScalerProfile(api: string) {
  return z
    .strictObject({
      "balance-similar-node-groups": text(),
      "daemonset-eviction-for-empty-nodes": flag(),
      "daemonset-eviction-for-occupied-nodes": flag(),
      "ignore-daemonsets-utilization": flag(),
      expander: oneOf(api, ["least-waste", "most-pods", "priority", "random"]).optional(),
      "max-empty-bulk-delete": text(),
      "max-graceful-termination-sec": text(),
      "max-node-provision-time": text(),
      "max-total-unready-percentage": text(),
      "new-pod-scale-up-delay": text(),
      "ok-total-unready-count": text(),
      "scan-interval": text(),
      "scale-down-delay-after-add": text(),
      "scale-down-delay-after-delete": text(),
      "scale-down-delay-after-failure": text(),
      "scale-down-unneeded-time": text(),
      "scale-down-unready-time": text(),
      "scale-down-utilization-threshold": text(),
      "skip-nodes-with-local-storage": text(),
      "skip-nodes-with-system-pods": text(),
    })
    .optional();
}

export type ManagedClusterBody = z.infer<ReturnType<typeof managedClusterBody>>;
export type ManagedClusterProperties = NonNullable<ManagedClusterBody["properties"]>;
