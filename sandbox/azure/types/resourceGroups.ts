import { z } from "zod";
import { checkLocation } from "../checkLocation";
import { badRequest } from "../errors";
import { removeNow } from "../lifecycle";
import type { ResourceType } from "../resourceType";
import { kept, parseBody, readOnly, trackedResource } from "../schema/parseBody";
import { durations } from "../tables/durations";
import { type StoredResource, withProperties } from "../store";

/** Source: azure-rest-api-specs resources/resource-manager/Microsoft.Resources/stable/2025-03-01/resources.json. */
const schema = z.strictObject({
  ...trackedResource,
  managedBy: z.string().optional(),
  properties: z.strictObject({ provisioningState: readOnly() }).optional(),
});

/** 1 to 90 letters, digits, underscores, hyphens, periods and parentheses, not ending with a period. */
const namePattern = /^[\p{L}\p{Nd}._()-]{0,89}[\p{L}\p{Nd}_()-]$/u;

export const resourceGroups: ResourceType = {
  type: "Microsoft.Resources/resourceGroups",
  apiVersions: [
    "2020-10-01",
    "2021-04-01",
    "2022-09-01",
    "2024-03-01",
    "2024-07-01",
    "2024-11-01",
    "2025-03-01",
    "2025-04-01",
  ],
  longRunning: { remove: "location" },
  patch: true,
  durations: durations.resourceGroup,

  write({ id, name, body, existing }) {
    if (!namePattern.test(name)) {
      throw badRequest(
        "InvalidResourceGroup",
        `The provided resource group name '${name}' has these invalid characters or is too long.`,
      );
    }
    const parsed = parseBody(schema, body);
    const location = checkLocation(parsed.location, "Microsoft.Resources/resourceGroups", existing);
    return {
      id,
      name,
      type: "Microsoft.Resources/resourceGroups",
      body: { ...kept(parsed), location, properties: { provisioningState: "Succeeded" } },
      internal: {},
    };
  },

  async remove(group, services) {
    const { store, types, operations } = services;
    const inside = `${group.id}/`.toLowerCase();
    await operations.settled(({ resourceId }) => resourceId.toLowerCase().startsWith(inside));
    for (const resource of store.below(group.id)) {
      store.put(withProperties(resource, { provisioningState: "Deleting" }));
    }
    for (const resource of topLevelFirst(store.below(group.id))) {
      const type = types.get(resource.type.toLowerCase());
      if (type !== undefined && store.has(resource.id)) {
        await removeNow(type, resource, services);
      }
    }
  },
};

/** What uses others goes first: clusters before the networks and identities that they use, parents before their children. */
function topLevelFirst(resources: readonly StoredResource[]): StoredResource[] {
  const rank = ({ type }: StoredResource) =>
    (type.toLowerCase().endsWith("/managedclusters") ? 0 : 100) + type.split("/").length;
  return [...resources].sort((one, other) => rank(one) - rank(other));
}
