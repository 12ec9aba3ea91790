import { checkLocation } from "../checkLocation";
import { badRequest, conflict } from "../errors";
import { textAt, withDefaults } from "../json";
import { checkRegistryName, registryNameProblem } from "../containerRegistry/registryName";
import { importImage } from "../containerRegistry/importImage";
import { listBuildSourceUploadUrl } from "../containerRegistry/tasks/uploadUrl";
import { scheduleRun } from "../containerRegistry/tasks/scheduleRun";
import { imagesOf } from "../containerRegistry/registryImages";
import { resourceIdentity } from "../resourceIdentity";
import type { ResourceType } from "../resourceType";
import { type RegistryBody, registryBody } from "../schema/containerRegistry/registry";
import { taskApiVersions } from "../schema/containerRegistry/runRequest";
import { kept, parseBody } from "../schema/parseBody";
import { durations } from "../tables/durations";

const type = "Microsoft.ContainerRegistry/registries";

export const registries: ResourceType = {
  type,
  apiVersions: ["2023-01-01-preview", "2023-07-01", "2025-11-01", "2026-09-01-preview"],
  longRunning: { write: "asyncOperation", remove: "location" },
  patch: true,
  durations: durations.registry,

  write({ id, name, apiVersion, body, existing }, services) {
    checkRegistryName(name);
    const parsed = parseBody(registryBody(apiVersion), body);
    const location = checkLocation(parsed.location, type, existing);
    if (existing === undefined && registryNameProblem(name, services)?.reason === "AlreadyExists") {
      throw conflict(
        "AlreadyInUse",
        `The registry DNS name ${name.toLowerCase()}.azurecr.io is already in use. You can check if the name is already claimed using following API: https://docs.microsoft.com/rest/api/containerregistry/registries/checknameavailability`,
      );
    }
    checkTier(parsed);
    const identity = resourceIdentity(name, parsed.identity, existing, services);
    return {
      id,
      name,
      type,
      body: {
        ...kept(parsed),
        location,
        sku: { name: parsed.sku.name, tier: parsed.sku.name },
        ...(identity === undefined ? {} : { identity }),
        properties: {
          ...withDefaults(parsed.properties ?? {}, defaults(apiVersion)),
          loginServer: `${name.toLowerCase()}.azurecr.io`,
          creationDate: textAt(existing?.body, "properties.creationDate") ?? services.now().toISOString(),
          provisioningState: existing === undefined ? "Creating" : "Updating",
        },
      },
      internal: {
        principalId: identity?.["principalId"],
        images: existing === undefined ? [] : imagesOf(existing),
      },
    };
  },

  async remove(registry, { directory, tasks, images }) {
    directory.deletePrincipal(textAt(registry.internal, "principalId") ?? "");
    await tasks.forget(registry.id);
    await images.removeAll(registry);
  },

  actions: {
    importimage: importImage,
    listbuildsourceuploadurl: listBuildSourceUploadUrl,
    schedulerun: scheduleRun,
  },
  actionApiVersions: { listbuildsourceuploadurl: taskApiVersions, schedulerun: taskApiVersions },
};

/** Sources: acr-docs container-registry-skus.md 2026-03-25, anonymous-pull-access.md 2025-02-28, container-registry-retention-policy.md 2025-12-18. */
function checkTier({ sku, properties }: RegistryBody): void {
  if (sku.name === "Classic") {
    throw badRequest("SkuNotSupported", "The Classic SKU has been retired.", "sku.name");
  }
  const premiumOnly = [
    properties?.publicNetworkAccess === "Disabled" ? "publicNetworkAccess" : undefined,
    properties?.dataEndpointEnabled === true ? "dataEndpointEnabled" : undefined,
    properties?.networkRuleSet?.defaultAction === "Deny" ? "networkRuleSet" : undefined,
    properties?.zoneRedundancy === "Enabled" && sku.name !== "Premium" ? "zoneRedundancy" : undefined,
    properties?.policies?.retentionPolicy?.status === "enabled" ? "retentionPolicy" : undefined,
    properties?.policies?.trustPolicy?.status === "enabled" ? "trustPolicy" : undefined,
    properties?.encryption?.status === "enabled" ? "encryption" : undefined,
  ].find((property) => property !== undefined);
  if (premiumOnly !== undefined && sku.name !== "Premium") {
    throw badRequest(
      "SkuNotSupported",
      `The property '${premiumOnly}' is only supported for managed registries in Premium SKU.`,
      premiumOnly,
    );
  }
  if (properties?.anonymousPullEnabled === true && sku.name === "Basic") {
    throw badRequest(
      "AnonymousPullNotSupported",
      "Anonymous pull is not supported in Basic SKU.",
      "anonymousPullEnabled",
    );
  }
}

/** Source: the registry's examples in azure-rest-api-specs; roleAssignmentMode only shows from API version 2025-04-01 on. */
const defaults = (api: string) => ({
  adminUserEnabled: false,
  policies: {
    quarantinePolicy: { status: "disabled" },
    trustPolicy: { type: "Notary", status: "disabled" },
    retentionPolicy: { days: 7, status: "disabled" },
    exportPolicy: { status: "enabled" },
    azureADAuthenticationAsArmPolicy: { status: "enabled" },
  },
  encryption: { status: "disabled" },
  dataEndpointEnabled: false,
  dataEndpointHostNames: [],
  privateEndpointConnections: [],
  publicNetworkAccess: "Enabled",
  networkRuleBypassOptions: "AzureServices",
  zoneRedundancy: "Disabled",
  anonymousPullEnabled: false,
  ...(api >= "2025-04-01"
    ? { roleAssignmentMode: "LegacyRegistryPermissions", networkRuleBypassAllowedForTasks: false }
    : {}),
});
