import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { callOf, type Call, type Emulator } from "../call";
import { poolOf, sameName } from "../organizations";
import { poolRoleScope, roleDefinitions, type RoleDefinition } from "../roles";
import { serviceErrors } from "../serviceError";
import type { OrganizationState, RoleAssignment } from "../state";
import { collection, parseBody } from "../wire";

type ScopePath = { Params: { scope: string } };
type ResourcePath = { Params: { scope: string; resourceId: string } };
type AssignmentPath = { Params: { scope: string; resourceId: string; identityId: string } };

const assignmentsBody = z.array(z.object({ userId: z.string(), roleName: z.string() }));
const assignmentBody = z.object({ roleName: z.string() });
const identitiesBody = z.array(z.string());

/** `_apis/securityroles`: who may do what with a pool, a queue or a service connection. */
export function registerSecurityRoleRoutes(server: FastifyInstance, emulator: Emulator): void {
  const scopes = "/:organization/_apis/securityroles/scopes/:scope";
  const assignments = `${scopes}/roleassignments/resources/:resourceId`;

  server.get<ScopePath>(`${scopes}/roledefinitions`, async (request) => {
    callOf(request);
    const { scope } = request.params;
    return collection(definitionsOf(scope).map((definition) => definitionView(scope, definition)));
  });

  server.get<ResourcePath>(assignments, async (request) => {
    const { organization } = callOf(request);
    refuseUnknownPool(organization, request.params);
    return collection(assignmentsOf(organization, request.params).map((entry) => view(organization, entry)));
  });

  server.put<ResourcePath>(assignments, async (request) => {
    const call = manager(callOf(request), request.params);
    const given = parseBody(assignmentsBody, request.body).flatMap(({ userId, roleName }) =>
      assign(call.organization, request.params, userId, roleName),
    );
    emulator.organizations.save();
    return collection(given.map((entry) => view(call.organization, entry)));
  });

  server.put<AssignmentPath>(`${assignments}/:identityId`, async (request) => {
    const call = manager(callOf(request), request.params);
    const { roleName } = parseBody(assignmentBody, request.body);
    const [given] = assign(call.organization, request.params, request.params.identityId, roleName);
    emulator.organizations.save();
    return given === undefined ? {} : view(call.organization, given);
  });

  server.patch<ResourcePath>(assignments, async (request, reply) => {
    const call = manager(callOf(request), request.params);
    remove(call.organization, request.params, parseBody(identitiesBody, request.body));
    emulator.organizations.save();
    return reply.code(204).send();
  });

  server.delete<AssignmentPath>(`${assignments}/:identityId`, async (request, reply) => {
    const call = manager(callOf(request), request.params);
    remove(call.organization, request.params, [request.params.identityId]);
    emulator.organizations.save();
    return reply.code(204).send();
  });
}

type Resource = ResourcePath["Params"];

/** The call, if its caller may give roles on the resource. */
function manager(call: Call, { scope, resourceId }: Resource): Call {
  definitionsOf(scope);
  if (sameName(scope, poolRoleScope)) {
    call.managedPool(resourceId);
  } else {
    call.requireCollectionAdministrator("Administer Permissions");
  }
  return call;
}

/**
 * Gives a role. An identity that the organization does not know by that storage key is passed over without an error: the answer
 * has one assignment less (terraform-provider-azuredevops#1564). The object id in Entra is such an unknown identity.
 */
function assign(
  organization: OrganizationState,
  resource: Resource,
  userId: string,
  roleName: string,
): RoleAssignment[] {
  const role = definitionsOf(resource.scope).find(({ name }) => sameName(name, roleName));
  if (role === undefined) {
    throw serviceErrors.invalidArgument(`Role ${roleName} was not found in scope ${resource.scope}.`);
  }
  const member = organization.members.find(({ id }) => sameName(id, userId));
  if (member === undefined) {
    return [];
  }
  const existing = assignmentsOf(organization, resource).find(({ identityId }) => identityId === member.id);
  if (existing !== undefined) {
    existing.roleName = role.name;
    return [existing];
  }
  const created: RoleAssignment = {
    scope: resource.scope.toLowerCase(),
    resourceId: resource.resourceId,
    identityId: member.id,
    roleName: role.name,
  };
  organization.roleAssignments.push(created);
  return [created];
}

function remove(organization: OrganizationState, resource: Resource, identityIds: readonly string[]): void {
  const removed = new Set(
    assignmentsOf(organization, resource).filter(({ identityId }) =>
      identityIds.some((id) => sameName(id, identityId)),
    ),
  );
  organization.roleAssignments = organization.roleAssignments.filter((assignment) => !removed.has(assignment));
}

function assignmentsOf(organization: OrganizationState, { scope, resourceId }: Resource): RoleAssignment[] {
  return organization.roleAssignments.filter(
    (assignment) => sameName(assignment.scope, scope) && assignment.resourceId === resourceId,
  );
}

function refuseUnknownPool(organization: OrganizationState, { scope, resourceId }: Resource): void {
  definitionsOf(scope);
  if (sameName(scope, poolRoleScope)) {
    poolOf(organization, resourceId);
  }
}

function definitionsOf(scope: string): readonly RoleDefinition[] {
  const definitions = roleDefinitions[scope.toLowerCase()];
  if (definitions === undefined) {
    throw serviceErrors.invalidArgument(`Security role scope ${scope} was not found.`);
  }
  return definitions;
}

function definitionView(scope: string, definition: RoleDefinition) {
  return { ...definition, denyPermissions: 0, identifier: `${scope}.${definition.name}`, scope };
}

function view(organization: OrganizationState, assignment: RoleAssignment) {
  const member = organization.members.find(({ id }) => id === assignment.identityId);
  const definition = definitionsOf(assignment.scope).find(({ name }) => name === assignment.roleName);
  return {
    identity: {
      displayName: member?.displayName ?? assignment.identityId,
      id: assignment.identityId,
      uniqueName: member?.objectId ?? assignment.identityId,
    },
    role: definition && definitionView(assignment.scope, definition),
    access: "assigned",
    accessDisplayName: "Assigned",
  };
}
