import { z } from "zod";
import { badRequest, conflict, ArmError } from "../errors";
import { lastName } from "../armPath";
import { textAt } from "../json";
import type { ResourceType } from "../resourceType";
import { oneOf, parseBody, proxyResource, readOnly } from "../schema/parseBody";
import type { Services } from "../services";
import { builtInRoles } from "../authorization/builtInRoles";

const principalTypes = ["User", "Group", "ServicePrincipal", "ForeignGroup", "Device"];

/** Source: azure-rest-api-specs authorization/resource-manager/Microsoft.Authorization/stable/2022-04-01. */
const schema = (api: string) =>
  z.strictObject({
    ...proxyResource,
    properties: z.strictObject({
      scope: readOnly(),
      roleDefinitionId: z.string(),
      principalId: z.string(),
      principalType: oneOf(api, principalTypes).optional(),
      description: z.string().optional(),
      condition: z.string().optional(),
      conditionVersion: z.string().optional(),
      createdOn: readOnly(),
      updatedOn: readOnly(),
      createdBy: readOnly(),
      updatedBy: readOnly(),
      delegatedManagedIdentityResourceId: z.string().optional(),
    }),
  });

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const type = "Microsoft.Authorization/roleAssignments";

export const roleAssignments: ResourceType = {
  type,
  apiVersions: ["2020-10-01-preview", "2022-04-01"],
  extension: true,

  write({ id, name, path, apiVersion, body, existing, caller }, services) {
    if (!guid.test(name)) {
      throw badRequest(
        "InvalidRoleAssignmentId",
        `The role assignment ID '${name}' is not valid. The role assignment ID must be a GUID.`,
      );
    }
    const { properties } = parseBody(schema(apiVersion), body);
    const roleDefinitionId = checkRole(properties.roleDefinitionId);
    checkPrincipal(properties.principalId, properties.principalType, services);
    checkUnique(id, path.scope, roleDefinitionId, properties.principalId, services);
    if (existing !== undefined) {
      checkUnchanged(textAt(existing.body, "properties.principalId"), properties.principalId);
      checkUnchanged(lastName(textAt(existing.body, "properties.roleDefinitionId") ?? ""), lastName(roleDefinitionId));
    }
    const time = services.now().toISOString();
    return {
      id,
      name,
      type,
      body: {
        properties: {
          principalType: "ServicePrincipal",
          condition: null,
          conditionVersion: null,
          ...properties,
          roleDefinitionId,
          scope: path.scope,
          createdOn: textAt(existing?.body, "properties.createdOn") ?? time,
          updatedOn: time,
          createdBy: caller.objectId,
          updatedBy: caller.objectId,
        },
      },
      internal: {},
    };
  },
};

function checkRole(roleDefinitionId: string): string {
  const role = lastName(roleDefinitionId).toLowerCase();
  if (!/\/providers\/Microsoft\.Authorization\/roleDefinitions\/[^/]+$/i.test(roleDefinitionId)) {
    throw badRequest("InvalidRoleDefinitionId", `The role definition ID '${roleDefinitionId}' is not valid.`);
  }
  if (!builtInRoles.has(role)) {
    throw new ArmError(
      400,
      "RoleDefinitionDoesNotExist",
      `The specified role definition with ID '${role.replaceAll("-", "")}' does not exist.`,
    );
  }
  return roleDefinitionId;
}

function checkPrincipal(principalId: string, principalType: string | undefined, services: Services): void {
  const principal = services.directory.principal(principalId);
  const age = principal === undefined ? 0 : (services.now().getTime() - principal.createdAt) / 1000;
  const fresh = principal !== undefined && age < services.settings.principalFreshnessSeconds;
  const unknown = principal === undefined && (principalType === undefined || principalType === "ServicePrincipal");
  if ((fresh && principalType === undefined) || unknown) {
    throw badRequest(
      "PrincipalNotFound",
      `Principal ${principalId.replaceAll("-", "")} does not exist in the directory ${services.directory.tenantId}. ` +
        `Check that you have the correct principal ID. If you are creating this principal and then immediately assigning a role, ` +
        `this error might be related to a replication delay. In this case, set the role assignment principalType property to a value, such as ServicePrincipal, User, or Group.`,
    );
  }
  if (principal !== undefined && principalType !== undefined && principalType !== "ServicePrincipal") {
    throw badRequest(
      "UnmatchedPrincipalType",
      `The PrincipalId '${principalId}' has type 'ServicePrincipal', which is different from specified PrinciaplType '${principalType}'.`,
    );
  }
}

/** Another name for the same scope, role and principal is refused. */
function checkUnique(id: string, scope: string, role: string, principalId: string, { store }: Services): void {
  const same = store
    .ofType(type)
    .find(
      (other) =>
        other.id.toLowerCase() !== id.toLowerCase() &&
        textAt(other.body, "properties.scope")?.toLowerCase() === scope.toLowerCase() &&
        lastName(textAt(other.body, "properties.roleDefinitionId") ?? "").toLowerCase() ===
          lastName(role).toLowerCase() &&
        textAt(other.body, "properties.principalId")?.toLowerCase() === principalId.toLowerCase(),
    );
  if (same !== undefined) {
    throw conflict(
      "RoleAssignmentExists",
      `The role assignment already exists. The ID of the existing role assignment is ${same.name.replaceAll("-", "")}.`,
    );
  }
}

function checkUnchanged(before: string | undefined, after: string): void {
  if (before?.toLowerCase() !== after.toLowerCase()) {
    throw badRequest(
      "RoleAssignmentUpdateNotPermitted",
      "Tenant ID, application ID, principal ID, and scope are not allowed to be updated.",
    );
  }
}
