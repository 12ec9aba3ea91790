import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ProviderError, type Properties } from "../../engine/provider/resourceProvider";
import type { ResourceContext, ResourceDefinition } from "./resourceDefinition";
import { sameText, uuid } from "./validation";

const apiVersion = "7.1-preview.1";

const assignments = z.object({
  count: z.number(),
  value: z.array(z.object({ identity: z.object({ id: z.string() }), role: z.object({ name: z.string() }) })),
});

const notEmpty = (name: string) => (value: unknown) =>
  value === "" ? `expected "${name}" to not be an empty string` : undefined;

/**
 * `azuredevops:index/securityroleAssignment:SecurityroleAssignment`
 * (terraform-provider-azuredevops v1.15.1 resource_securityrole_assignment.go).
 */
export const securityRoleAssignment: ResourceDefinition = {
  inputs: {
    scope: { type: "string", required: true, problem: notEmpty("scope") },
    resourceId: { type: "string", required: true, replaces: true, problem: notEmpty("resourceId") },
    identityId: { type: "string", required: true, problem: uuid("identityId") },
    roleName: { type: "string", required: true, problem: notEmpty("roleName") },
  },
  outputs: [],

  create: async (context, inputs) => ({ id: `sra-${randomUUID()}`, state: await assign(context, inputs) }),

  read: async (context, _id, state) => {
    const live = await assignmentOf(context, state);
    return live === undefined ? undefined : assignmentState({ ...state, roleName: live.role.name });
  },

  update: async (context, _id, inputs) => assign(context, inputs),

  delete: async ({ client }, _id, state) => {
    await client.request("PATCH", assignmentsPath(state), { apiVersion, body: [state["identityId"]] });
  },
};

/**
 * An id that Azure DevOps does not know, such as a principal's object id, is passed over by the service without an error. Version 3.15
 * of the official provider then waits ten minutes for the assignment to appear; its next version says at once what is wrong (#1564).
 */
async function assign(context: ResourceContext, inputs: Properties): Promise<Properties> {
  const body = [{ userId: inputs["identityId"], roleName: inputs["roleName"] }];
  const given = assignments.parse(await context.client.request("PUT", assignmentsPath(inputs), { apiVersion, body }));
  if (given.count === 0) {
    throw new ProviderError(
      "the identity was not recognized by Azure DevOps. Ensure you are using the internal identity ID (storage key).",
    );
  }
  await context.poll("waiting for the security role assignment", () => assignmentOf(context, inputs));
  return assignmentState(inputs);
}

async function assignmentOf({ client }: ResourceContext, resource: Properties) {
  const answer = await client.request("GET", assignmentsPath(resource), { apiVersion });
  const live = answer === undefined ? [] : assignments.parse(answer).value;
  return live.find(({ identity }) => sameText(identity.id, resource["identityId"]));
}

function assignmentsPath({ scope, resourceId }: Properties): string {
  const resource = encodeURIComponent(String(resourceId));
  return `_apis/securityroles/scopes/${encodeURIComponent(String(scope))}/roleassignments/resources/${resource}`;
}

function assignmentState({ scope, resourceId, identityId, roleName }: Properties): Properties {
  return { scope, resourceId, identityId, roleName };
}
