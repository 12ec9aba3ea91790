import type { ServiceEndpoint } from "azure-devops-node-api/interfaces/ServiceEndpointInterfaces";
import { z } from "zod";
import { isRecord } from "../../engine/provider/properties";
import { ProviderError, type Properties } from "../../engine/provider/resourceProvider";
import { azureRmEndpoint, azureRmState, endpointProblem } from "./azureRmEndpoint";
import { required, wrapped } from "./pool";
import { projectQualified } from "./projectQualified";
import type { ResourceContext, ResourceDefinition } from "./resourceDefinition";
import { notBlank, oneOf, uuid } from "./validation";

const serviceStatus = z.object({ state: z.string(), statusMessage: z.string().optional() });

/**
 * `azuredevops:index/serviceEndpointAzureRM:ServiceEndpointAzureRM`
 * (terraform-provider-azuredevops v1.15.1 resource_serviceendpoint_azurerm.go).
 */
export const serviceEndpointAzureRm: ResourceDefinition = {
  inputs: {
    projectId: { type: "string", required: true, replaces: true, problem: uuid("projectId") },
    serviceEndpointName: { type: "string", required: true, problem: notBlank("serviceEndpointName") },
    description: { type: "string", default: "Managed by Pulumi" },
    azurermSpnTenantid: { type: "string", required: true },
    azurermSubscriptionId: { type: "string" },
    azurermSubscriptionName: { type: "string", conflictsWith: ["azurermManagementGroupId"] },
    azurermManagementGroupId: { type: "string", conflictsWith: ["azurermSubscriptionId", "resourceGroup"] },
    azurermManagementGroupName: { type: "string", conflictsWith: ["azurermSubscriptionId", "resourceGroup"] },
    resourceGroup: { type: "string", replaces: true, conflictsWith: ["credentials", "azurermManagementGroupId"] },
    credentials: { type: "object", conflictsWith: ["resourceGroup"] },
    environment: {
      type: "string",
      replaces: true,
      default: "AzureCloud",
      problem: oneOf("environment", [
        "AzureCloud",
        "AzureChinaCloud",
        "AzureUSGovernment",
        "AzureGermanCloud",
        "AzureStack",
      ]),
    },
    serviceEndpointAuthenticationScheme: {
      type: "string",
      replaces: true,
      default: "ServicePrincipal",
      problem: oneOf("serviceEndpointAuthenticationScheme", [
        "WorkloadIdentityFederation",
        "ManagedServiceIdentity",
        "ServicePrincipal",
      ]),
    },
    serverUrl: { type: "string", replaces: true, computed: true },
    features: { type: "object" },
  },
  outputs: [
    "authorization",
    "servicePrincipalId",
    "workloadIdentityFederationIssuer",
    "workloadIdentityFederationSubject",
  ],

  create: async (context, inputs) => {
    const api = await context.client.serviceEndpoint();
    const created = await api
      .createServiceEndpoint(endpointBody(inputs))
      .catch(wrapped("Error creating service endpoint in Azure DevOps"));
    const id = required(created.id);
    await ready(context, inputs, id);
    await validated(context, inputs, created);
    return { id, state: required(await readEndpoint(context, id, inputs)) };
  },

  read: readEndpoint,

  update: async (context, id, inputs) => {
    const api = await context.client.serviceEndpoint();
    await api
      .updateServiceEndpoint({ ...endpointBody(inputs), id }, id)
      .catch(wrapped("updating service endpoint in Azure DevOps"));
    return required(await readEndpoint(context, id, inputs));
  },

  delete: async (context, id, state) => {
    const api = await context.client.serviceEndpoint();
    await api.deleteServiceEndpoint(id, [String(state["projectId"])]).catch(wrapped("Delete service endpoint error"));
    await context.poll("Wait for service endpoint to be deleted error", async () =>
      (await readEndpoint(context, id, state)) === undefined ? true : undefined,
    );
  },

  importState: projectQualified,
};

async function readEndpoint(context: ResourceContext, id: string, state: Properties): Promise<Properties | undefined> {
  const api = await context.client.serviceEndpoint();
  const live: ServiceEndpoint | null = await api.getServiceEndpointDetails(String(state["projectId"]), id);
  return live === null || live.id === undefined ? undefined : azureRmState(live, state);
}

function endpointBody(inputs: Properties): ServiceEndpoint {
  const problem = endpointProblem(inputs);
  if (problem !== undefined) {
    throw new ProviderError(problem);
  }
  return azureRmEndpoint(inputs);
}

/** A connection that the service could not make ready is deleted again. */
async function ready({ client, poll }: ResourceContext, inputs: Properties, id: string): Promise<void> {
  const api = await client.serviceEndpoint();
  const projectId = String(inputs["projectId"]);
  const outcome = await poll("waiting for service endpoint ready", async () => {
    const live = await api.getServiceEndpointDetails(projectId, id);
    const { isReady } = live;
    const status = serviceStatus.safeParse(live.operationStatus).data;
    return isReady === true || status?.state === "Failed" ? { isReady, reason: status?.statusMessage } : undefined;
  });
  if (outcome.isReady !== true) {
    await api.deleteServiceEndpoint(id, [projectId]);
    throw new ProviderError(`waiting for service endpoint ready. ${outcome.reason ?? ""}`);
  }
}

/** With `features.validate` a connection that cannot sign in to Azure is deleted again. */
async function validated({ client }: ResourceContext, inputs: Properties, created: ServiceEndpoint): Promise<void> {
  const features = inputs["features"];
  if (!isRecord(features) || features["validate"] !== true) {
    return;
  }
  const api = await client.serviceEndpoint();
  const projectId = String(inputs["projectId"]);
  const id = required(created.id);
  const answer = await api.executeServiceEndpointRequest(
    {
      dataSourceDetails: { dataSourceName: "TestConnection" },
      resultTransformationDetails: {},
      serviceEndpointDetails: {
        data: created.data,
        authorization: created.authorization,
        url: created.url,
        type: created.type,
      },
    },
    projectId,
    id,
  );
  if (answer.statusCode?.toLowerCase() !== "ok") {
    await api.deleteServiceEndpoint(id, [projectId]);
    throw new ProviderError(
      `Error validating connection: (type: ${created.type}, name: ${created.name}, code: ${answer.statusCode}, message: ${answer.errorMessage})`,
    );
  }
}
