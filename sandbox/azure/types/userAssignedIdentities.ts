import { z } from "zod";
import type { Directory } from "../../entra/directory";
import { checkLocation } from "../checkLocation";
import { badRequest } from "../errors";
import { objectAt, textAt } from "../json";
import type { ResourceType } from "../resourceType";
import { kept, oneOf, parseBody, readOnly, since, trackedResource } from "../schema/parseBody";

/** Source: azure-rest-api-specs msi/resource-manager/Microsoft.ManagedIdentity/stable/{2023-01-31,2024-11-30}. */
const schema = (api: string) =>
  z.strictObject({
    ...trackedResource,
    properties: z
      .strictObject({
        tenantId: readOnly(),
        principalId: readOnly(),
        clientId: readOnly(),
        isolationScope: since(api, "2024-11-30", oneOf(api, ["None", "Regional"])),
      })
      .optional(),
  });

/** 3 to 128 characters, first a letter or digit. Source: azure-resource-manager/management/resource-name-rules. */
const namePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{2,127}$/;

const type = "Microsoft.ManagedIdentity/userAssignedIdentities";

export const userAssignedIdentities: ResourceType = {
  type,
  apiVersions: ["2023-01-31", "2024-11-30"],
  patch: true,

  write({ id, name, apiVersion, body, existing }, { directory }) {
    if (!namePattern.test(name)) {
      throw badRequest(
        "InvalidResourceName",
        `The resource name '${name}' is invalid: 3 to 128 letters, digits, hyphens and underscores.`,
      );
    }
    const parsed = parseBody(schema(apiVersion), body);
    const location = checkLocation(parsed.location, type, existing);
    const ids = existing === undefined ? newPrincipal(name, directory) : objectAt(existing.body, "properties");
    return {
      id,
      name,
      type,
      body: { ...kept(parsed), location, properties: { ...parsed.properties, ...ids } },
      internal: {},
    };
  },

  remove(resource, { directory }) {
    directory.deletePrincipal(textAt(resource.body, "properties.principalId") ?? "");
    return Promise.resolve();
  },
};

function newPrincipal(name: string, directory: Directory) {
  const { objectId, clientId } = directory.createPrincipal(name);
  return { tenantId: directory.tenantId, principalId: objectId, clientId };
}
