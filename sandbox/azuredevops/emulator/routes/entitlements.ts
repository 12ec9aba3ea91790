import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Principal } from "../../../entra/directory";
import { callOf, type Call, type Emulator } from "../call";
import { addMember } from "../organizations";
import { serviceErrors } from "../serviceError";
import type { Member, OrganizationState } from "../state";
import { collection, descriptorOf, parseBody } from "../wire";

type EntitlementPath = { Params: { entitlementId: string } };

/** Names of licences in the portal, by the names that the API uses. */
const licenceNames: Readonly<Record<string, string>> = {
  express: "Basic",
  stakeholder: "Stakeholder",
  advanced: "Basic + Test Plans",
  professional: "Visual Studio Professional",
  earlyAdopter: "Early Adopter",
  none: "None",
};

const accessLevel = z.object({
  accountLicenseType: z.string().optional(),
  licensingSource: z.string().optional(),
});

const entitlementBody = z.object({
  accessLevel: accessLevel.optional(),
  servicePrincipal: z.object({ origin: z.string().optional(), originId: z.string().optional() }),
});

const patchBody = z.array(z.object({ op: z.string(), path: z.string(), value: accessLevel.optional() }));

interface Problem {
  readonly key: string;
  readonly value: string;
}

/** `_apis/serviceprincipalentitlements`: service principals as licensed members of the organization. */
export function registerEntitlementRoutes(server: FastifyInstance, emulator: Emulator): void {
  const path = "/:organization/_apis/serviceprincipalentitlements";

  server.get(path, async (request) => {
    const { organization } = callOf(request);
    return collection(organization.members.map((member) => entitlementView(emulator, organization, member)));
  });

  server.get<EntitlementPath>(`${path}/:entitlementId`, async (request) => {
    const { organization } = callOf(request);
    return entitlementView(emulator, organization, memberOf(organization, request.params.entitlementId));
  });

  server.post(path, async (request) => {
    const call = callOf(request);
    const { organization } = call;
    const { servicePrincipal, accessLevel: access } = parseBody(entitlementBody, request.body);
    const { operationFault } = request;
    const invited =
      operationFault === undefined
        ? invite(emulator, call, servicePrincipal.originId ?? "")
        : { key: operationFault.code, value: operationFault.message };
    if ("key" in invited) {
      return failure(invited, servicePrincipal.originId);
    }
    const member =
      organization.members.find(({ objectId }) => objectId === invited.objectId) ??
      addMember(organization, invited, {
        administrator: false,
        accountLicenseType: "express",
        licensingSource: "account",
        dateCreated: emulator.now().toISOString(),
      });
    license(member, access);
    emulator.organizations.save();
    return success(member, entitlementView(emulator, organization, member));
  });

  server.patch<EntitlementPath>(`${path}/:entitlementId`, async (request) => {
    const call = callOf(request);
    const { organization } = call;
    const member = memberOf(organization, request.params.entitlementId);
    const operations = parseBody(patchBody, request.body);
    if (!call.isCollectionAdministrator) {
      return { isSuccess: false, operationResults: [result(false, member.id, [notAdministrator(call)])] };
    }
    operations.filter(({ path: at }) => at === "/accessLevel").forEach(({ value }) => license(member, value));
    emulator.organizations.save();
    const { operationResult, ...rest } = success(member, entitlementView(emulator, organization, member));
    return { ...rest, operationResults: [operationResult] };
  });

  server.delete<EntitlementPath>(`${path}/:entitlementId`, async (request, reply) => {
    const call = callOf(request);
    const { organization } = call;
    const member = memberOf(organization, request.params.entitlementId);
    call.requireCollectionAdministrator("Manage users");
    organization.members = organization.members.filter((other) => other !== member);
    organization.roleAssignments = organization.roleAssignments.filter(({ identityId }) => identityId !== member.id);
    emulator.organizations.save();
    return reply.code(204).send();
  });
}

/** The principal to invite, or why it cannot be invited. Problems come in the body of a 200, as the service sends them. */
function invite(emulator: Emulator, call: Call, originId: string): Principal | Problem {
  if (!call.isCollectionAdministrator) {
    return notAdministrator(call);
  }
  if (originId === "") {
    return { key: "5000", value: "The Id, OriginId, or ServicePrincipal must be set." };
  }
  const principal = emulator.directory.principal(originId);
  const age = emulator.now().getTime() - (principal?.createdAt ?? Infinity);
  if (principal === undefined || age < emulator.identityDelaySeconds * 1000) {
    // Entra tells Azure DevOps of new principals late; unknown and not yet known look alike (terraform-provider-azuredevops#1603).
    return { key: "VS403283", value: `Could not add user '${originId}' at this time.` };
  }
  return principal;
}

/** terraform-provider-azuredevops#86 */
function notAdministrator(call: Call): Problem {
  return {
    key: "5032",
    value: `Access Denied: ${call.displayName} needs the following permission(s) on the resource Users to perform this action: Add Users`,
  };
}

function license(member: Member, access: z.infer<typeof accessLevel> | undefined): void {
  const licence = access?.accountLicenseType ?? member.accountLicenseType;
  // The API takes the portal's word for it too, and answers with its own.
  member.accountLicenseType = licence.toLowerCase() === "basic" ? "express" : licence;
  member.licensingSource = access?.licensingSource ?? member.licensingSource;
}

function memberOf(organization: OrganizationState, id: string): Member {
  const member = organization.members.find((candidate) => candidate.id === id.toLowerCase());
  if (member === undefined) {
    throw serviceErrors.memberNotFound(id);
  }
  return member;
}

function result(
  isSuccess: boolean,
  servicePrincipalId: string | undefined,
  errors: readonly Problem[],
  value?: unknown,
) {
  return { isSuccess, servicePrincipalId, errors, ...(value !== undefined && { result: value }) };
}

function success(member: Member, entitlement: unknown) {
  return {
    isSuccess: true,
    servicePrincipalEntitlement: entitlement,
    operationResult: result(true, member.id, [], entitlement),
  };
}

function failure(problem: Problem, originId: string | undefined) {
  return { isSuccess: false, operationResult: result(false, originId, [problem]) };
}

function entitlementView(emulator: Emulator, organization: OrganizationState, member: Member) {
  const principal = emulator.directory.principal(member.objectId);
  const descriptor = descriptorOf(member.id);
  return {
    id: member.id,
    servicePrincipal: {
      subjectKind: "servicePrincipal",
      metaType: "application",
      applicationId: principal?.clientId,
      domain: emulator.directory.tenantId,
      principalName: member.objectId,
      mailAddress: null,
      origin: "aad",
      originId: member.objectId,
      displayName: member.displayName,
      descriptor,
      url: `${emulator.url()}/${organization.name}/_apis/Graph/ServicePrincipals/${descriptor}`,
      ...(principal === undefined && { isDeletedInOrigin: true }),
    },
    accessLevel: {
      licensingSource: member.licensingSource,
      accountLicenseType: member.accountLicenseType,
      msdnLicenseType: "none",
      gitHubLicenseType: "none",
      licenseDisplayName: licenceNames[member.accountLicenseType] ?? member.accountLicenseType,
      status: "active",
      statusMessage: "",
      assignmentSource: "unknown",
    },
    lastAccessedDate: "0001-01-01T00:00:00Z",
    dateCreated: member.dateCreated,
    projectEntitlements: [],
    groupAssignments: [],
  };
}
