import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { callOf, type Call, type Emulator } from "../call";
import { projectOf, queueOf } from "../organizations";
import { serviceErrors } from "../serviceError";
import type { Authorization, OrganizationState, PipelinePermissions, Project } from "../state";
import { identityReference, parseBody } from "../wire";

type PermissionPath = { Params: { project: string; type: string; resourceId: string } };

const permissionsBody = z.object({
  allPipelines: z.object({ authorized: z.boolean() }).nullish(),
  pipelines: z.array(z.object({ id: z.number().int().positive(), authorized: z.boolean() })).nullish(),
});

type PermissionChange = z.infer<typeof permissionsBody>;

/** `{project}/_apis/pipelines/pipelinePermissions/{type}/{id}`: which pipelines may use a queue or a service connection. */
export function registerPipelinePermissionRoutes(server: FastifyInstance, emulator: Emulator): void {
  const path = "/:organization/:project/_apis/pipelines/pipelinePermissions/:type/:resourceId";

  server.get<PermissionPath>(path, async (request) => {
    const { organization } = callOf(request);
    return permissionsView(emulator, organization, permissionsAt(organization, request.params));
  });

  server.patch<PermissionPath>(path, async (request) => {
    const call = callOf(request);
    call.requireCollectionAdministrator("Manage");
    const permissions = permissionsAt(call.organization, request.params);
    permit(call.organization, permissions, parseBody(permissionsBody, request.body), authorization(emulator, call));
    emulator.organizations.save();
    return permissionsView(emulator, call.organization, permissions);
  });
}

/** Permits all pipelines, or the named one, to use a resource, or takes the permission back. */
export function permit(
  organization: OrganizationState,
  permissions: PipelinePermissions,
  change: PermissionChange,
  authorized: Authorization,
): void {
  const all = change.allPipelines?.authorized;
  if (all !== undefined) {
    permissions.allPipelines = all ? (permissions.allPipelines ?? authorized) : undefined;
  }
  for (const pipeline of change.pipelines ?? []) {
    permissions.pipelines = permissions.pipelines.filter(({ id }) => id !== pipeline.id);
    if (pipeline.authorized) {
      permissions.pipelines.push({ id: pipeline.id, ...authorized });
    }
  }
  if (!organization.pipelinePermissions.includes(permissions)) {
    organization.pipelinePermissions.push(permissions);
  }
}

function permissionsAt(organization: OrganizationState, params: PermissionPath["Params"]): PipelinePermissions {
  const project = projectOf(organization, params.project);
  const type = params.type.toLowerCase();
  refuseUnknownResource(organization, project, type, params.resourceId);
  return (
    organization.pipelinePermissions.find(
      (permissions) =>
        permissions.projectId === project.id &&
        permissions.type === type &&
        permissions.resourceId === params.resourceId,
    ) ?? { projectId: project.id, type, resourceId: params.resourceId, pipelines: [] }
  );
}

function refuseUnknownResource(organization: OrganizationState, project: Project, type: string, id: string): void {
  if (type === "queue") {
    queueOf(organization, project, id);
    return;
  }
  const isEndpoint = organization.serviceEndpoints.some(
    (endpoint) => endpoint.id === id && endpoint.projects.some(({ projectId }) => projectId === project.id),
  );
  if (type !== "endpoint" || !isEndpoint) {
    throw serviceErrors.invalidArgument(`Resource of type ${type} with identifier ${id} was not found.`);
  }
}

export function authorization(emulator: Emulator, call: Call): Authorization {
  return { authorizedById: call.identityId, authorizedOn: emulator.now().toISOString() };
}

function permissionsView(emulator: Emulator, organization: OrganizationState, permissions: PipelinePermissions) {
  const authorized = ({ authorizedById, authorizedOn }: Authorization) => ({
    authorized: true,
    authorizedBy: identityReference(emulator, organization, authorizedById),
    authorizedOn,
  });
  return {
    resource: { type: permissions.type, id: permissions.resourceId },
    pipelines: permissions.pipelines.map((pipeline) => ({ id: pipeline.id, ...authorized(pipeline) })),
    ...(permissions.allPipelines && { allPipelines: authorized(permissions.allPipelines) }),
  };
}
