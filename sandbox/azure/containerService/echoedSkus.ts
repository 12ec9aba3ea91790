import { type JsonObject, isObject, listAt, objectAt, textAt } from "../json";
import type { StoredResource } from "../store";

/**
 * A cluster's PUT without the OS SKUs that its pools have anyway. A client of an older API version changes something else and sends
 * the pools back as a GET showed them, newer SKUs among them, as every release of the az CLI does. Whether AKS checks such a
 * value against the request's version is not documented: see docs/known-differences.md.
 */
export function withoutEchoedSkus(body: unknown, pools: readonly StoredResource[]): unknown {
  const profiles = listAt(body, "properties.agentPoolProfiles");
  if (!isObject(body) || profiles.length === 0) {
    return body;
  }
  const skus = new Map(pools.map((pool) => [pool.name, textAt(pool.body, "properties.osSKU")]));
  const agentPoolProfiles = profiles.map((profile) =>
    isObject(profile) && isEchoed(profile, skus) ? without(profile, "osSKU") : profile,
  );
  return { ...body, properties: { ...objectAt(body, "properties"), agentPoolProfiles } };
}

function isEchoed(profile: JsonObject, skus: ReadonlyMap<string, string | undefined>): boolean {
  const sku = textAt(profile, "osSKU");
  return sku !== undefined && skus.get(textAt(profile, "name") ?? "") === sku;
}

function without(object: JsonObject, property: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== property));
}
