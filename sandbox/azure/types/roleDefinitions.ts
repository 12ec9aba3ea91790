import type { BuiltInRole } from "../authorization/builtInRole";
import { builtInRoles } from "../authorization/builtInRoles";
import { badRequest } from "../errors";
import { page } from "../lists";
import type { ResourceType } from "../resourceType";
import type { StoredResource } from "../store";

const type = "Microsoft.Authorization/roleDefinitions";

/** Built-in roles only: GET works at any scope, nothing can be written. */
export const roleDefinitions: ResourceType = {
  type,
  apiVersions: ["2018-01-01-preview", "2022-04-01", "2022-05-01-preview"],
  extension: true,
  builtIn(name) {
    const role = builtInRoles.get(name.toLowerCase());
    return role === undefined ? undefined : definition(role);
  },
  list(_found, request) {
    const isWanted = filter(request.query["$filter"]);
    const wanted = [...builtInRoles.values()].filter(isWanted).map(definition);
    const shown = wanted.map(({ id, name, body }) => ({ id, name, type, ...body }));
    return { status: 200, body: page(shown, request) };
  },
};

/** @throws ArmError for a filter that is not understood. */
function filter(text = ""): (role: BuiltInRole) => boolean {
  if (/^(?:atScopeAndBelow\(\))?$/i.test(text.trim())) {
    return () => true;
  }
  const [, property, value] = /^(roleName|type) eq '([^']*)'$/i.exec(text.trim()) ?? [];
  if (property === undefined || value === undefined) {
    throw badRequest("BadRequestFormat", `The filter '${text}' is not supported.`);
  }
  const wanted = value.toLowerCase();
  return ({ name }) => (property.toLowerCase() === "type" ? "builtinrole" : name.toLowerCase()) === wanted;
}

function definition(role: BuiltInRole): StoredResource {
  const { actions = [], notActions = [], dataActions = [], notDataActions = [] } = role;
  return {
    id: `/providers/${type}/${role.id}`,
    name: role.id,
    type,
    body: {
      properties: {
        roleName: role.name,
        type: "BuiltInRole",
        description: role.description,
        assignableScopes: ["/"],
        permissions: [{ actions, notActions, dataActions, notDataActions }],
      },
    },
    internal: {},
  };
}
