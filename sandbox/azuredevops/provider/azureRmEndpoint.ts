import type { ServiceEndpoint } from "azure-devops-node-api/interfaces/ServiceEndpointInterfaces";
import { isRecord } from "../../engine/provider/properties";
import type { Properties } from "../../engine/provider/resourceProvider";
import { text } from "./text";

const managementUrls: Readonly<Record<string, string>> = {
  AzureCloud: "https://management.azure.com/",
  AzureChinaCloud: "https://management.chinacloudapi.cn/",
  AzureUSGovernment: "https://management.usgovcloudapi.net/",
  AzureGermanCloud: "https://management.microsoftazure.de",
};

/** What is wrong with a connection before the service is asked. */
export function endpointProblem(inputs: Properties): string | undefined {
  const [groupId, groupName] = [text(inputs["azurermManagementGroupId"]), text(inputs["azurermManagementGroupName"])];
  const subscription = text(inputs["azurermSubscriptionId"]) + text(inputs["azurermSubscriptionName"]);
  if (subscription.trim() + (groupId + groupName).trim() === "") {
    return "One of either subscription scoped (azurerm_subscription_id, azurerm_subscription_name) or managementGroup scoped (azurerm_management_ggroup_id, azurerm_management_group_name) details must be provided";
  }
  if ((groupId === "") !== (groupName === "")) {
    return "azurerm_management_group_id and azurerm_management_group_name must be provided";
  }
  const needsUrl = inputs["environment"] === "AzureStack" && text(inputs["serverUrl"]) === "";
  return needsUrl ? "`server_url` is required when `environment` is `AzureStack`" : undefined;
}

/** The connection that inputs describe, as the service takes it. */
export function azureRmEndpoint(inputs: Properties): ServiceEndpoint {
  const scheme = text(inputs["serviceEndpointAuthenticationScheme"]);
  const name = text(inputs["serviceEndpointName"]);
  const description = text(inputs["description"]);
  return {
    name,
    description,
    owner: "library",
    type: "azurerm",
    url: managementUrls[text(inputs["environment"])] ?? text(inputs["serverUrl"]),
    authorization: { scheme, parameters: { ...identity(inputs, scheme), ...resourceGroupScope(inputs) } },
    data: {
      environment: text(inputs["environment"]),
      ...(scheme !== "ManagedServiceIdentity" && {
        creationMode: isRecord(inputs["credentials"]) ? "Manual" : "Automatic",
      }),
      ...level(inputs),
    },
    serviceEndpointProjectReferences: [{ projectReference: { id: text(inputs["projectId"]) }, name, description }],
  };
}

function identity(inputs: Properties, scheme: string): Record<string, string> {
  const tenantid = text(inputs["azurermSpnTenantid"]);
  const credentials = isRecord(inputs["credentials"]) ? inputs["credentials"] : undefined;
  const serviceprincipalid = text(credentials?.["serviceprincipalid"]);
  const key = text(credentials?.["serviceprincipalkey"]);
  const certificate = text(credentials?.["serviceprincipalcertificate"]);
  if (scheme === "ManagedServiceIdentity") {
    return { tenantid };
  }
  if (scheme === "WorkloadIdentityFederation") {
    return { tenantid, serviceprincipalid };
  }
  return {
    tenantid,
    serviceprincipalid,
    ...(certificate === ""
      ? { authenticationType: "spnKey", serviceprincipalkey: key }
      : { authenticationType: "spnCertificate", servicePrincipalCertificate: certificate }),
  };
}

function resourceGroupScope(inputs: Properties): Record<string, string> {
  const group = text(inputs["resourceGroup"]);
  return group === ""
    ? {}
    : { scope: `/subscriptions/${text(inputs["azurermSubscriptionId"])}/resourcegroups/${group}` };
}

function level(inputs: Properties): Record<string, string> {
  return inputs["azurermSubscriptionId"] === undefined
    ? {
        scopeLevel: "ManagementGroup",
        managementGroupId: text(inputs["azurermManagementGroupId"]),
        managementGroupName: text(inputs["azurermManagementGroupName"]),
      }
    : {
        scopeLevel: "Subscription",
        subscriptionId: text(inputs["azurermSubscriptionId"]),
        subscriptionName: text(inputs["azurermSubscriptionName"]),
      };
}

/** Inputs and outputs of a connection that the service describes. Secrets never come back: they stay as they were given. */
export function azureRmState(live: ServiceEndpoint, known: Properties): Properties {
  const parameters = live.authorization?.parameters ?? {};
  const data: Record<string, string> = live.data ?? {};
  const isManual = data["creationMode"] === "Manual";
  return defined({
    projectId: known["projectId"],
    serviceEndpointName: live.name,
    description: live.description,
    azurermSpnTenantid: parameters["tenantid"],
    azurermSubscriptionId: data["subscriptionId"],
    azurermSubscriptionName: data["subscriptionName"] ?? known["azurermSubscriptionName"],
    azurermManagementGroupId: data["managementGroupId"],
    azurermManagementGroupName: data["managementGroupName"],
    resourceGroup: parameters["scope"]?.split("/")[4],
    credentials:
      known["credentials"] ?? (isManual ? { serviceprincipalid: parameters["serviceprincipalid"] } : undefined),
    environment: data["environment"],
    serviceEndpointAuthenticationScheme: live.authorization?.scheme,
    serverUrl: live.url,
    features: known["features"],
    authorization: { scheme: live.authorization?.scheme },
    servicePrincipalId: parameters["serviceprincipalid"] ?? "",
    workloadIdentityFederationIssuer: parameters["workloadIdentityFederationIssuer"] ?? "",
    workloadIdentityFederationSubject: parameters["workloadIdentityFederationSubject"] ?? "",
  });
}

function defined(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined && value !== null));
}
