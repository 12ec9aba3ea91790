import type { ResourceType } from "../resourceType";
import { builtInRoles } from "../tables/builtInRoles";

const type = "Microsoft.Authorization/roleDefinitions";

/** Built-in roles only: GET works at any scope, nothing can be written. */
export const roleDefinitions: ResourceType = {
  type,
  apiVersions: ["2018-01-01-preview", "2022-04-01", "2022-05-01-preview"],
  extension: true,
  builtIn(name) {
    const roleName = builtInRoles.get(name.toLowerCase());
    return roleName === undefined
      ? undefined
      : {
          id: `/providers/Microsoft.Authorization/roleDefinitions/${name}`,
          name,
          type,
          body: {
            properties: {
              roleName,
              type: "BuiltInRole",
              description: roleName,
              assignableScopes: ["/"],
              permissions: [],
            },
          },
          internal: {},
        };
  },
};
