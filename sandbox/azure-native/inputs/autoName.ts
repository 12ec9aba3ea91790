import { createHash } from "node:crypto";
import { pathParameters } from "../resourceId";

/**
 * How a name is made when the program gives none: the logical name with a random suffix, a copy of the logical name, or
 * a random UUID.
 */
export type AutoNameKind = "random" | "copy" | "uuid";

/**
 * pulumi-azure-native provider/pkg/resources/resources.go `AutoNamer`: a resource whose provider's path has one parameter,
 * or that has no provider, gets a suffix; a part of another resource copies the logical name; role assignments are UUIDs.
 */
export function autoNameKind(path: string): AutoNameKind {
  if (path.endsWith("{roleAssignmentName}")) {
    return "uuid";
  }
  const [, ...afterProviders] = path.split(/microsoft\./i);
  const resourcePath = afterProviders.at(-1);
  return resourcePath === undefined || pathParameters(resourcePath).length === 1 ? "random" : "copy";
}

/** Repeatable for one seed, so that an update makes the name that its preview has shown. */
export function autoName(kind: AutoNameKind, logicalName: string, seed: Uint8Array): string {
  const digits = createHash("sha512").update(seed).digest("hex");
  switch (kind) {
    case "random":
      return logicalName + digits.slice(0, 8);
    case "copy":
      return logicalName;
    case "uuid":
      return digits.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }
}
