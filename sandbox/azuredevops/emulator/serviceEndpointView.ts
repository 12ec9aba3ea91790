import { randomUUID } from "node:crypto";
import type { Emulator } from "./call";
import type { OrganizationState, ServiceEndpoint } from "./state";
import { identityReference } from "./wire";

const federation = "WorkloadIdentityFederation";

/** Authorization parameters that go in and never come out. */
const secretParameters = ["serviceprincipalkey", "serviceprincipalcertificate"];

/**
 * Fills in what the service generates for a federated connection: issuer and subject of the tokens that its pipelines present, which
 * nobody can predict since they are issued by Entra (terraform-provider-azuredevops#1361), and the application when none was given.
 */
export function withFederation(
  emulator: Emulator,
  organization: OrganizationState,
  endpoint: ServiceEndpoint,
): ServiceEndpoint {
  const { scheme, parameters } = endpoint.authorization;
  if (scheme !== federation) {
    return endpoint;
  }
  const tenantId = parameters["tenantid"] ?? emulator.directory.tenantId;
  const given = parameters["serviceprincipalid"] ?? "";
  return {
    ...endpoint,
    authorization: {
      scheme,
      parameters: {
        ...parameters,
        serviceprincipalid: given === "" ? randomUUID() : given,
        workloadIdentityFederationIssuer: `https://login.microsoftonline.com/${tenantId}/v2.0`,
        workloadIdentityFederationSubject: `/eid1/c/pub/t/${encoded(tenantId)}/a/${encoded(azureDevOps)}/sc/${organization.id}/${endpoint.id}`,
      },
    },
  };
}

const azureDevOps = "499b84ac-1321-427f-aa17-267ca6975798";

export function endpointView(emulator: Emulator, organization: OrganizationState, endpoint: ServiceEndpoint) {
  return {
    data: endpoint.data,
    id: endpoint.id,
    name: endpoint.name,
    type: endpoint.type,
    url: endpoint.url,
    createdBy: identityReference(emulator, organization, endpoint.createdById),
    description: endpoint.description,
    authorization: {
      scheme: endpoint.authorization.scheme,
      parameters: Object.fromEntries(
        Object.entries(endpoint.authorization.parameters).map(([name, value]) => [
          name,
          secretParameters.includes(name.toLowerCase()) ? null : value,
        ]),
      ),
    },
    isShared: endpoint.projects.length > 1,
    isReady: endpoint.failure === undefined,
    ...(endpoint.failure !== undefined && {
      operationStatus: { state: "Failed", statusMessage: endpoint.failure },
    }),
    owner: endpoint.owner,
    serviceEndpointProjectReferences: endpoint.projects.map(({ projectId, name, description }) => ({
      projectReference: {
        id: projectId,
        name: organization.projects.find(({ id }) => id === projectId)?.name,
      },
      name,
      description,
    })),
  };
}

/** The 16 bytes of a GUID, in the order in which .NET writes them. */
function encoded(guid: string): string {
  const hex = Buffer.from(guid.replaceAll("-", ""), "hex");
  const bytes = [3, 2, 1, 0, 5, 4, 7, 6].map((index) => hex[index] ?? 0);
  return Buffer.concat([Buffer.from(bytes), hex.subarray(8)]).toString("base64url");
}
