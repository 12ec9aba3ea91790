import type { Fixture } from "./fixture";

/** Makes the service connection "builds", with federation and for all pipelines of the project. @returns its id */
export async function permittedConnection(service: Fixture, clientId: string): Promise<string> {
  const api = await (await service.webApi()).getServiceEndpointApi();
  const { id } = await api.createServiceEndpoint({
    name: "builds",
    type: "azurerm",
    url: "https://management.azure.com/",
    authorization: {
      scheme: "WorkloadIdentityFederation",
      parameters: { tenantid: service.directory.tenantId, serviceprincipalid: clientId },
    },
    serviceEndpointProjectReferences: [{ projectReference: { id: service.projectId }, name: "builds" }],
  });
  const path = `${service.projectId}/_apis/pipelines/pipelinePermissions/endpoint/${String(id)}`;
  await service.request("PATCH", path, { allPipelines: { authorized: true } });
  return String(id);
}
