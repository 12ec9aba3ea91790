import { ArmError, badRequest } from "./errors";
import type { StoredResource } from "./store";
import { textAt } from "./json";
import { locations } from "./tables/locations";

/** Programmatic name of a location given in any of its forms, such as "West Europe". */
export function normalizedLocation(location: string): string {
  return location.replaceAll(" ", "").toLowerCase();
}

/**
 * @returns the location's programmatic name.
 * @throws ArmError for an unknown location, and for one that differs from where the resource already is.
 */
export function checkLocation(location: string, type: string, existing: StoredResource | undefined): string {
  const name = normalizedLocation(location);
  if (!locations.has(name)) {
    throw badRequest(
      "LocationNotAvailableForResourceType",
      `The provided location '${location}' is not available for resource type '${type}'. ` +
        `List of available regions for the resource type is '${[...locations.keys()].join(",")}'.`,
    );
  }
  const before = textAt(existing?.body, "location");
  if (existing !== undefined && before !== undefined && before !== name) {
    throw new ArmError(
      409,
      "InvalidResourceLocation",
      `The resource '${existing.name}' already exists in location '${before}'. A resource with the same name cannot be created in location '${name}'. Please select a new resource name.`,
    );
  }
  return name;
}
