import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { checkLocation } from "../checkLocation";
import { badRequest } from "../errors";
import { objectAt, textAt } from "../json";
import { checkUnused, subnetType } from "../network/subnetRules";
import type { ResourceType, WriteRequest } from "../resourceType";
import { virtualNetworkBody } from "../schema/network/virtualNetwork";
import { kept, parseBody } from "../schema/parseBody";
import type { Services } from "../services";
import { type StoredResource, withProperties } from "../store";
import { durations } from "../tables/durations";
import { networkApiVersions, subnets } from "./subnets";

const type = "Microsoft.Network/virtualNetworks";

export const virtualNetworks: ResourceType = {
  type,
  apiVersions: networkApiVersions,
  longRunning: { write: "asyncOperation", remove: "location" },
  durations: durations.virtualNetwork,

  write(request, services) {
    const { id, name, apiVersion, body, existing } = request;
    const parsed = parseBody(virtualNetworkBody(apiVersion), body);
    const location = checkLocation(parsed.location, type, existing);
    const { subnets: inline, ...properties } = parsed.properties ?? {};
    if ((properties.addressSpace?.addressPrefixes ?? []).length === 0) {
      throw badRequest("InvalidRequestFormat", `The virtual network '${name}' has no address space.`);
    }
    const network: StoredResource = {
      id,
      name,
      type,
      body: {
        ...kept(parsed),
        location,
        etag: `W/"${randomUUID()}"`,
        properties: {
          enableDdosProtection: false,
          virtualNetworkPeerings: [],
          ...properties,
          resourceGuid: textAt(existing?.body, "properties.resourceGuid") ?? randomUUID(),
          provisioningState: existing === undefined ? "Creating" : "Updating",
        },
      },
      internal: {},
    };
    if (inline !== undefined) {
      putSubnets(network, inline, request, services);
    }
    return network;
  },

  provision(network, { store }) {
    for (const subnet of store.children(network.id, subnetType)) {
      store.put(withProperties(subnet, { provisioningState: "Succeeded" }));
    }
    return Promise.resolve();
  },

  present(network, { store }) {
    const shown = store
      .children(network.id, subnetType)
      .map((subnet) => ({ id: subnet.id, name: subnet.name, type: subnet.type, ...subnet.body }));
    return { ...network.body, properties: { ...objectAt(network.body, "properties"), subnets: shown } };
  },

  checkRemoval(network, services) {
    for (const subnet of services.store.children(network.id, subnetType)) {
      checkUnused(subnet, services);
    }
  },
};

type InlineSubnets = NonNullable<NonNullable<z.infer<ReturnType<typeof virtualNetworkBody>>["properties"]>["subnets"]>;

/** A PUT that lists subnets writes these and deletes the others; when one is refused, everything stays as it was. */
function putSubnets(network: StoredResource, inline: InlineSubnets, request: WriteRequest, services: Services): void {
  const { store } = services;
  const before = store.children(network.id, subnetType);
  const names = new Set(inline.map(({ name }) => (name ?? "").toLowerCase()));
  const dropped = before.filter(({ name }) => !names.has(name.toLowerCase()));
  for (const subnet of dropped) {
    checkUnused(subnet, services);
    store.delete(subnet.id);
  }
  store.put(network);
  try {
    for (const { name = "", properties } of inline) {
      putSubnet(`${network.id}/subnets/${name}`, name, { properties }, request, services);
    }
  } catch (error) {
    for (const subnet of store.children(network.id, subnetType)) {
      store.delete(subnet.id);
    }
    for (const resource of [...(request.existing === undefined ? [] : [request.existing]), ...before]) {
      store.put(resource);
    }
    if (request.existing === undefined) {
      store.delete(network.id);
    }
    throw error;
  }
}

function putSubnet(id: string, name: string, body: unknown, request: WriteRequest, services: Services): void {
  const subnet = subnets.write?.({ ...request, id, name, body, existing: services.store.get(id) }, services);
  if (subnet !== undefined) {
    services.store.put(subnet);
  }
}
