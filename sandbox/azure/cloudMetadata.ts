import { badRequest } from "./errors";
import type { JsonObject } from "./json";

/**
 * What `GET /metadata/endpoints` tells of the cloud: to clients that know nothing but the address of Azure Resource Manager. `az cloud
 * register` asks in the form of 2015-01-01 (azure-cli command_modules/cloud/custom.py), azure-native and Terraform with
 * `ARM_METADATA_HOSTNAME` in that of 2022-09-01 (go-azure-sdk sdk/internal/metadata/client.go).
 *
 * @param resourceManagerUrl How the client reaches this server.
 * @param loginUrl Where it has to sign in.
 * @throws ArmError when the API version is missing.
 */
export function cloudMetadata(apiVersion: string, resourceManagerUrl: string, loginUrl: string): unknown {
  if (apiVersion === "") {
    throw badRequest(
      "MissingApiVersionParameter",
      "The api-version query parameter (?api-version=) is required for all requests.",
    );
  }
  const form = forms.find(({ until }) => apiVersion < until);
  return (form?.answer ?? single)(resourceManagerUrl, loginUrl);
}

type Form = (resourceManagerUrl: string, loginUrl: string) => unknown;

/**
 * What tokens for the resource manager may name. Clients that read the list ask for the first; those of the Go SDK ask for the resource
 * manager's own address (go-azure-sdk sdk/environments/helpers.go, ResourceManagerAPI), and in Azure that is the second.
 */
const audiences = (resourceManagerUrl: string) => [
  "https://management.core.windows.net/",
  "https://management.azure.com/",
  `${resourceManagerUrl}/`,
];

/** The flat form, which names the endpoints of four services and nothing of the rest. */
const flat: Form = (resourceManagerUrl, loginUrl) => ({
  galleryEndpoint: "https://gallery.azure.com",
  graphEndpoint: "https://graph.windows.net/",
  portalEndpoint: "https://portal.azure.com/",
  authentication: { loginEndpoint: `${loginUrl}/`, audiences: audiences(resourceManagerUrl) },
});

/**
 * All about one cloud. Except for its name and the two endpoints of the sandbox, what the public cloud answers. The name is another one
 * because clients believe that they know better than the answer where one signs in to `AzureCloud` (azure-cli-core cloud.py).
 */
const single = (resourceManagerUrl: string, loginUrl: string): JsonObject => ({
  portal: "https://portal.azure.com",
  authentication: {
    loginEndpoint: loginUrl,
    audiences: audiences(resourceManagerUrl),
    tenant: "common",
    identityProvider: "AAD",
  },
  media: "https://rest.media.azure.net",
  graphAudience: "https://graph.windows.net/",
  graph: "https://graph.windows.net/",
  name: "Sandbox",
  suffixes: {
    azureDataLakeStoreFileSystem: "azuredatalakestore.net",
    acrLoginServer: "azurecr.io",
    sqlServerHostname: "database.windows.net",
    azureDataLakeAnalyticsCatalogAndJob: "azuredatalakeanalytics.net",
    keyVaultDns: "vault.azure.net",
    storage: "core.windows.net",
    azureFrontDoorEndpointSuffix: "azurefd.net",
    storageSyncEndpointSuffix: "afs.azure.net",
    mhsmDns: "managedhsm.azure.net",
    mysqlServerEndpoint: "mysql.database.azure.com",
    postgresqlServerEndpoint: "postgres.database.azure.com",
    mariadbServerEndpoint: "mariadb.database.azure.com",
    synapseAnalytics: "dev.azuresynapse.net",
    attestationEndpoint: "attest.azure.net",
  },
  batch: "https://batch.core.windows.net/",
  resourceManager: `${resourceManagerUrl}/`,
  vmImageAliasDoc:
    "https://raw.githubusercontent.com/Azure/azure-rest-api-specs/master/arm-compute/quickstart-templates/aliases.json",
  activeDirectoryDataLake: "https://datalake.azure.net/",
  sqlManagement: "https://management.core.windows.net:8443/",
  microsoftGraphResourceId: "https://graph.microsoft.com/",
  appInsightsResourceId: "https://api.applicationinsights.io",
  appInsightsTelemetryChannelResourceId: "https://dc.applicationinsights.azure.com/v2/track",
  attestationResourceId: "https://attest.azure.net",
  synapseAnalyticsResourceId: "https://dev.azuresynapse.net",
  logAnalyticsResourceId: "https://api.loganalytics.io",
  ossrDbmsResourceId: "https://ossrdbms-aad.database.windows.net",
});

/** In between, a list of clouds was answered, of which this is the only one here. */
const list: Form = (resourceManagerUrl, loginUrl) => [single(resourceManagerUrl, loginUrl)];

/** The forms, oldest first, each with the first API version that no longer has it. */
const forms: readonly { readonly until: string; readonly answer: Form }[] = [
  { until: "2019-05-01", answer: flat },
  { until: "2022-09-01", answer: list },
];
