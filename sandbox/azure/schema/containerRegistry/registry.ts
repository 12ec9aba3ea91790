import { z } from "zod";
import { flag, text, whole } from "../fields";
import { managedIdentity } from "../identity";
import { perApiVersion, oneOf, readOnly, since, trackedResource } from "../parseBody";

/** Source: azure-rest-api-specs containerregistry/…/{preview/2023-01-01-preview,stable/2023-07-01,stable/2025-11-01}, Registry. */
export const registryBody = perApiVersion((api) => {
  const status = () => oneOf(api, ["enabled", "disabled"]).optional();
  return z.strictObject({
    ...trackedResource,
    sku: z.strictObject({ name: oneOf(api, ["Classic", "Basic", "Standard", "Premium"]), tier: readOnly() }),
    identity: managedIdentity(api, "SystemAssigned, UserAssigned"),
    properties: z
      .strictObject({
        loginServer: readOnly(),
        creationDate: readOnly(),
        provisioningState: readOnly(),
        status: readOnly(),
        dataEndpointHostNames: readOnly(),
        privateEndpointConnections: readOnly(),
        adminUserEnabled: flag(),
        networkRuleSet: z
          .strictObject({
            defaultAction: oneOf(api, ["Allow", "Deny"]),
            ipRules: z
              .array(z.strictObject({ action: oneOf(api, ["Allow"]).optional(), value: z.string() }))
              .optional(),
          })
          .optional(),
        policies: z
          .strictObject({
            quarantinePolicy: z.strictObject({ status: status() }).optional(),
            trustPolicy: z.strictObject({ type: oneOf(api, ["Notary"]).optional(), status: status() }).optional(),
            retentionPolicy: z
              .strictObject({ days: whole(0, 365), lastUpdatedTime: readOnly(), status: status() })
              .optional(),
            exportPolicy: z.strictObject({ status: status() }).optional(),
            azureADAuthenticationAsArmPolicy: z.strictObject({ status: status() }).optional(),
            softDeletePolicy: previewOnly(api, z.strictObject({ retentionDays: whole(1, 90), status: status() })),
          })
          .optional(),
        encryption: z
          .strictObject({
            status: status(),
            keyVaultProperties: z.strictObject({ keyIdentifier: text(), identity: text() }).optional(),
          })
          .optional(),
        dataEndpointEnabled: flag(),
        publicNetworkAccess: oneOf(api, ["Enabled", "Disabled"]).optional(),
        networkRuleBypassOptions: oneOf(api, ["AzureServices", "None"]).optional(),
        networkRuleBypassAllowedForTasks: since(api, "2025-04-01", z.boolean()),
        zoneRedundancy: oneOf(api, ["Enabled", "Disabled"]).optional(),
        anonymousPullEnabled: api === "2023-07-01" ? readOnly() : flag(),
        roleAssignmentMode: since(
          api,
          "2025-04-01",
          oneOf(api, ["AbacRepositoryPermissions", "LegacyRegistryPermissions"]),
        ),
      })
      .optional(),
  });
});

function previewOnly<Schema extends z.ZodType>(api: string, schema: Schema) {
  return schema.optional().superRefine((value, context) => {
    if (value !== undefined && !api.endsWith("-preview")) {
      context.addIssue({ code: "custom", message: `the property does not exist in API version ${api}` });
    }
  });
}

export type RegistryBody = z.infer<ReturnType<typeof registryBody>>;
