import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { callOf, type Call, type Emulator } from "../call";
import { projectOf, sameName } from "../organizations";
import { serviceErrors } from "../serviceError";
import { endpointView, withFederation } from "../serviceEndpointView";
import type { OrganizationState, ServiceEndpoint } from "../state";
import { collection, parseBody, queryValue } from "../wire";

type EndpointPath = { Params: { endpointId: string } };
type ProjectPath = { Params: { project: string } };
type ProjectEndpointPath = { Params: { project: string; endpointId: string } };

const texts = z
  .record(z.string(), z.string().nullish())
  .transform((entries) =>
    Object.fromEntries(Object.entries(entries).map(([key, value]): [string, string] => [key, value ?? ""])),
  );

const endpointBody = z.object({
  name: z.string().min(1),
  type: z.string(),
  url: z.string(),
  description: z.string().nullish(),
  owner: z.string().nullish(),
  data: texts.nullish(),
  authorization: z.object({ scheme: z.string(), parameters: texts.nullish() }),
  serviceEndpointProjectReferences: z
    .array(
      z.object({
        projectReference: z.object({ id: z.string() }),
        name: z.string().nullish(),
        description: z.string().nullish(),
      }),
    )
    .min(1),
});

/** `_apis/serviceendpoint/endpoints`: service connections, which belong to the organization and are shared with projects. */
export function registerServiceEndpointRoutes(server: FastifyInstance, emulator: Emulator): void {
  const path = "/:organization/_apis/serviceendpoint/endpoints";
  const projectPath = "/:organization/:project/_apis/serviceendpoint/endpoints";

  server.post(path, async (request) => {
    const call = manager(callOf(request));
    const endpoint = newEndpoint(emulator, call, parseBody(endpointBody, request.body));
    endpoint.failure = request.operationFault?.message;
    call.organization.serviceEndpoints.push(endpoint);
    emulator.organizations.save();
    return endpointView(emulator, call.organization, endpoint);
  });

  server.put<EndpointPath>(`${path}/:endpointId`, async (request) => {
    const call = manager(callOf(request));
    const { organization } = call;
    const old = organization.serviceEndpoints.find(({ id }) => id === request.params.endpointId);
    if (old === undefined) {
      throw serviceErrors.endpointNotFound(request.params.endpointId);
    }
    const changed = newEndpoint(emulator, call, parseBody(endpointBody, request.body), old);
    organization.serviceEndpoints = organization.serviceEndpoints.map((other) => (other === old ? changed : other));
    emulator.organizations.save();
    return endpointView(emulator, organization, changed);
  });

  server.delete<EndpointPath>(`${path}/:endpointId`, async (request, reply) => {
    const { organization } = manager(callOf(request));
    const projectIds = (queryValue(request.query, "projectIds") ?? "").split(",");
    const endpoint = organization.serviceEndpoints.find(({ id }) => id === request.params.endpointId);
    if (endpoint === undefined) {
      throw serviceErrors.endpointNotFound(request.params.endpointId);
    }
    unshare(organization, endpoint, projectIds);
    emulator.organizations.save();
    return reply.code(204).send();
  });

  server.get<ProjectPath>(projectPath, async (request) => {
    const { organization } = callOf(request);
    const names = queryValue(request.query, "endpointNames")?.split(",");
    const ids = queryValue(request.query, "endpointIds")?.split(",");
    return collection(
      endpointsOf(organization, request.params.project)
        .filter(({ name }) => names === undefined || names.some((wanted) => sameName(wanted, name)))
        .filter(({ id }) => ids === undefined || ids.includes(id))
        .map((endpoint) => endpointView(emulator, organization, endpoint)),
    );
  });

  // What is not there is answered with null, not with 404: the official provider waits for that after a deletion (commons.go).
  server.get<ProjectEndpointPath>(`${projectPath}/:endpointId`, async (request, reply) => {
    const { organization } = callOf(request);
    const { project, endpointId } = request.params;
    const endpoint = endpointsOf(organization, project).find(({ id }) => sameName(id, endpointId));
    return endpoint === undefined
      ? reply.type("application/json; charset=utf-8").serializer(String).send("null")
      : endpointView(emulator, organization, endpoint);
  });

  server.post<ProjectPath>("/:organization/:project/_apis/serviceendpoint/endpointproxy", async (request) => {
    const { organization } = callOf(request);
    projectOf(organization, request.params.project);
    // Nothing is signed in to Azure here; the answer is that of a connection whose credential does not exist yet.
    return {
      result: null,
      statusCode: "badRequest",
      errorMessage: "Failed to obtain an access token for the service connection: AADSTS70025",
      activityId: randomUUID(),
    };
  });
}

function manager(call: Call): Call {
  call.requireCollectionAdministrator("Create service connection");
  return call;
}

function newEndpoint(
  emulator: Emulator,
  { organization, identityId }: Call,
  body: z.infer<typeof endpointBody>,
  old?: ServiceEndpoint,
): ServiceEndpoint {
  const projects = body.serviceEndpointProjectReferences.map((reference) => ({
    projectId: projectOf(organization, reference.projectReference.id).id,
    name: reference.name ?? body.name,
    description: reference.description ?? body.description ?? "",
  }));
  const isTaken = projects.some(({ projectId, name }) =>
    endpointsOf(organization, projectId).some((other) => other.id !== old?.id && sameName(other.name, name)),
  );
  if (isTaken) {
    throw serviceErrors.endpointExists(body.name);
  }
  return withFederation(emulator, organization, {
    id: old?.id ?? randomUUID(),
    name: body.name,
    type: body.type,
    url: body.url,
    description: body.description ?? "",
    owner: body.owner ?? "library",
    data: body.data ?? {},
    authorization: { scheme: body.authorization.scheme, parameters: body.authorization.parameters ?? {} },
    createdById: old?.createdById ?? identityId,
    projects,
  });
}

function unshare(organization: OrganizationState, endpoint: ServiceEndpoint, projectIds: readonly string[]): void {
  endpoint.projects = endpoint.projects.filter(({ projectId }) => !projectIds.includes(projectId));
  organization.pipelinePermissions = organization.pipelinePermissions.filter(
    ({ type, resourceId, projectId }) =>
      type !== "endpoint" || resourceId !== endpoint.id || !projectIds.includes(projectId),
  );
  if (endpoint.projects.length === 0) {
    organization.serviceEndpoints = organization.serviceEndpoints.filter((other) => other !== endpoint);
  }
}

function endpointsOf(organization: OrganizationState, projectNameOrId: string): ServiceEndpoint[] {
  const project = projectOf(organization, projectNameOrId);
  return organization.serviceEndpoints.filter(({ projects }) =>
    projects.some(({ projectId }) => projectId === project.id),
  );
}
