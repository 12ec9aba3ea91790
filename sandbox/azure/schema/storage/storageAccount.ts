import { z } from "zod";
import { flag, text } from "../fields";
import { managedIdentity } from "../identity";
import { perApiVersion, oneOf, readOnly, since, trackedResource } from "../parseBody";

const skus = [
  "Standard_LRS",
  "Standard_GRS",
  "Standard_RAGRS",
  "Standard_ZRS",
  "Premium_LRS",
  "Premium_ZRS",
  "Standard_GZRS",
  "Standard_RAGZRS",
];
/** Provisioned v2 file shares: they came with 2024-01-01. */
const provisioned = [
  "StandardV2_LRS",
  "StandardV2_GRS",
  "StandardV2_ZRS",
  "StandardV2_GZRS",
  "PremiumV2_LRS",
  "PremiumV2_ZRS",
];
const kinds = ["Storage", "StorageV2", "BlobStorage", "FileStorage", "BlockBlobStorage"];

/** Source: azure-rest-api-specs storage/…/stable/{2024-01-01,2025-06-01}/storage.json, StorageAccountCreateParameters. */
export const storageAccountBody = perApiVersion((api) =>
  z.strictObject({
    ...trackedResource,
    sku: z.strictObject({ name: oneOf(api, [...skus, ...provisioned]), tier: readOnly() }),
    kind: oneOf(api, kinds),
    extendedLocation: z.strictObject({ name: text(), type: text() }).optional(),
    zones: since(api, "2025-01-01", z.array(z.string())),
    placement: since(
      api,
      "2025-01-01",
      z.strictObject({ zonePlacementPolicy: oneOf(api, ["Any", "None"]).optional() }),
    ),
    identity: managedIdentity(api, "SystemAssigned,UserAssigned"),
    properties: z
      .strictObject({
        allowedCopyScope: oneOf(api, ["PrivateLink", "AAD"]).optional(),
        publicNetworkAccess: oneOf(api, ["Enabled", "Disabled", "SecuredByPerimeter"]).optional(),
        sasPolicy: z
          .strictObject({ sasExpirationPeriod: z.string(), expirationAction: oneOf(api, ["Log", "Block"]) })
          .optional(),
        keyPolicy: z.strictObject({ keyExpirationPeriodInDays: z.number().int() }).optional(),
        customDomain: z.strictObject({ name: z.string(), useSubDomainName: flag() }).optional(),
        encryption: encryption(api),
        networkAcls: networkRules(api),
        accessTier: oneOf(api, ["Hot", "Cool", "Premium", "Cold"]).optional(),
        azureFilesIdentityBasedAuthentication: z.record(z.string(), z.unknown()).optional(),
        supportsHttpsTrafficOnly: flag(),
        isSftpEnabled: flag(),
        isLocalUserEnabled: flag(),
        enableExtendedGroups: flag(),
        isHnsEnabled: flag(),
        largeFileSharesState: oneOf(api, ["Disabled", "Enabled"]).optional(),
        routingPreference: z
          .strictObject({
            routingChoice: oneOf(api, ["MicrosoftRouting", "InternetRouting"]).optional(),
            publishMicrosoftEndpoints: flag(),
            publishInternetEndpoints: flag(),
          })
          .optional(),
        dualStackEndpointPreference: since(api, "2025-01-01", z.strictObject({ publishIpv6Endpoint: flag() })),
        allowBlobPublicAccess: flag(),
        minimumTlsVersion: oneOf(api, ["TLS1_0", "TLS1_1", "TLS1_2", "TLS1_3"]).optional(),
        allowSharedKeyAccess: flag(),
        isNfsV3Enabled: flag(),
        allowCrossTenantReplication: flag(),
        defaultToOAuthAuthentication: flag(),
        immutableStorageWithVersioning: z
          .strictObject({ enabled: flag(), immutabilityPolicy: z.record(z.string(), z.unknown()).optional() })
          .optional(),
        dnsEndpointType: oneOf(api, ["Standard", "AzureDnsZone"]).optional(),
        geoPriorityReplicationStatus: since(api, "2025-06-01", z.strictObject({ isBlobEnabled: flag() })),
        provisioningState: readOnly(),
        primaryEndpoints: readOnly(),
        creationTime: readOnly(),
        primaryLocation: readOnly(),
        statusOfPrimary: readOnly(),
      })
      .optional(),
  }),
);

function encryption(api: string) {
  const service = z
    .strictObject({
      enabled: flag(),
      lastEnabledTime: readOnly(),
      keyType: oneOf(api, ["Service", "Account"]).optional(),
    })
    .optional();
  return z
    .strictObject({
      services: z.strictObject({ blob: service, file: service, table: service, queue: service }).optional(),
      keySource: oneOf(api, ["Microsoft.Storage", "Microsoft.Keyvault"]).optional(),
      requireInfrastructureEncryption: flag(),
      keyvaultproperties: z.strictObject({ keyname: text(), keyversion: text(), keyvaulturi: text() }).optional(),
      identity: z.strictObject({ userAssignedIdentity: text(), federatedIdentityClientId: text() }).optional(),
    })
    .optional();
}

function networkRules(api: string) {
  const address = z.strictObject({ value: z.string(), action: oneOf(api, ["Allow"]).optional() });
  return z
    .strictObject({
      bypass: z.string().optional(),
      resourceAccessRules: z.array(z.strictObject({ tenantId: text(), resourceId: text() })).optional(),
      virtualNetworkRules: z
        .array(z.strictObject({ id: z.string(), action: oneOf(api, ["Allow"]).optional(), state: text() }))
        .optional(),
      ipRules: z.array(address).optional(),
      ipv6Rules: since(api, "2025-01-01", z.array(address)),
      defaultAction: oneOf(api, ["Allow", "Deny"]),
    })
    .optional();
}

export type StorageAccountBody = z.infer<ReturnType<typeof storageAccountBody>>;
