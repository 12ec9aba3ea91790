import { randomUUID } from "node:crypto";
import { parentId } from "../armPath";
import { badRequest } from "../errors";
import { listAt } from "../json";
import { checkPrefix, checkUnused, subnetType } from "../network/subnetRules";
import type { ResourceType } from "../resourceType";
import { kept, parseBody } from "../schema/parseBody";
import { subnetBody } from "../schema/network/virtualNetwork";
import { durations } from "../tables/durations";

export const networkApiVersions: readonly string[] = ["2024-05-01", "2024-10-01"];

export const subnets: ResourceType = {
  type: subnetType,
  apiVersions: networkApiVersions,
  longRunning: { write: "asyncOperation", remove: "location" },
  durations: durations.subnet,

  write({ id, name, apiVersion, body, existing }, { store }) {
    const parsed = parseBody(subnetBody(apiVersion), body);
    const prefix = parsed.properties?.addressPrefix ?? parsed.properties?.addressPrefixes?.[0];
    if (prefix === undefined) {
      throw badRequest("InvalidRequestFormat", `Subnet '${name}' has no address prefix.`);
    }
    const network = store.get(parentId(id));
    const others = store
      .children(parentId(id), subnetType)
      .filter((other) => other.id.toLowerCase() !== id.toLowerCase());
    checkPrefix(name, prefix, listAt(network?.body, "properties.addressSpace.addressPrefixes").map(String), others);
    return {
      id,
      name,
      type: subnetType,
      body: {
        ...kept(parsed),
        etag: `W/"${randomUUID()}"`,
        properties: {
          delegations: [],
          privateEndpointNetworkPolicies: "Disabled",
          privateLinkServiceNetworkPolicies: "Enabled",
          ...parsed.properties,
          addressPrefix: prefix,
          provisioningState: existing === undefined ? "Creating" : "Updating",
        },
      },
      internal: {},
    };
  },

  checkRemoval: checkUnused,
};
