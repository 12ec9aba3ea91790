import { z } from "zod";
import { flag, text, texts, toggle, whole } from "../fields";
import { oneOf, readOnly, since } from "../parseBody";

/** Source: managedClusters.json, ManagedClusterSecurityProfile. */
export const securityProfile = (api: string) =>
  z
    .strictObject({
      defender: z.strictObject({ logAnalyticsWorkspaceResourceId: text(), securityMonitoring: toggle() }).optional(),
      azureKeyVaultKms: z
        .strictObject({
          enabled: flag(),
          keyId: text(),
          keyVaultNetworkAccess: oneOf(api, ["Public", "Private"]).optional(),
          keyVaultResourceId: text(),
        })
        .optional(),
      workloadIdentity: toggle(),
      imageCleaner: z.strictObject({ enabled: flag(), intervalHours: whole() }).optional(),
      customCATrustCertificates: z.array(z.string()).max(10).optional(),
    })
    .optional();

/** The optional parts of a cluster: storage drivers, ingress, autoscaling add-ons, monitoring, mesh. */
export const addOnProfiles = (api: string) => ({
  storageProfile: z
    .strictObject({
      diskCSIDriver: toggle(),
      fileCSIDriver: toggle(),
      snapshotController: toggle(),
      blobCSIDriver: toggle(),
    })
    .optional(),
  ingressProfile: z
    .strictObject({
      webAppRouting: z
        .strictObject({
          enabled: flag(),
          gatewayAPIImplementations: since(
            api,
            "2026-02-01",
            z.strictObject({
              appRoutingIstio: z.strictObject({ mode: oneOf(api, ["Enabled", "Disabled"]).optional() }).optional(),
            }),
          ),
          dnsZoneResourceIds: z.array(z.string()).max(5).optional(),
          nginx: z
            .strictObject({
              defaultIngressControllerType: oneOf(api, [
                "AnnotationControlled",
                "External",
                "Internal",
                "None",
              ]).optional(),
            })
            .optional(),
          identity: readOnly(),
        })
        .optional(),
      gatewayAPI: since(
        api,
        "2026-02-01",
        z.strictObject({ installation: oneOf(api, ["Disabled", "Standard"]).optional() }),
      ),
    })
    .optional(),
  workloadAutoScalerProfile: z
    .strictObject({
      keda: z.strictObject({ enabled: z.boolean() }).optional(),
      verticalPodAutoscaler: z.strictObject({ enabled: z.boolean() }).optional(),
    })
    .optional(),
  azureMonitorProfile: z
    .strictObject({
      metrics: z
        .strictObject({
          enabled: z.boolean(),
          kubeStateMetrics: z
            .strictObject({ metricLabelsAllowlist: text(), metricAnnotationsAllowList: text() })
            .optional(),
        })
        .optional(),
      appMonitoring: since(api, "2026-02-01", z.strictObject({ autoInstrumentation: toggle() })),
    })
    .optional(),
  serviceMeshProfile: z
    .strictObject({
      mode: oneOf(api, ["Istio", "Disabled"]),
      istio: z
        .strictObject({
          components: z.record(z.string(), z.unknown()).optional(),
          certificateAuthority: z.record(z.string(), z.unknown()).optional(),
          revisions: texts(),
        })
        .optional(),
    })
    .optional(),
  metricsProfile: z.strictObject({ costAnalysis: toggle() }).optional(),
  nodeProvisioningProfile: z
    .strictObject({
      mode: oneOf(api, ["Manual", "Auto"]).optional(),
      defaultNodePools: oneOf(api, ["None", "Auto"]).optional(),
    })
    .optional(),
  bootstrapProfile: z
    .strictObject({ artifactSource: oneOf(api, ["Cache", "Direct"]).optional(), containerRegistryId: text() })
    .optional(),
  aiToolchainOperatorProfile: toggle(),
  hostedSystemProfile: since(
    api,
    "2026-02-01",
    z.strictObject({ enabled: flag(), systemNodeSubnetID: text(), nodeSubnetID: text() }),
  ),
});
