import { badRequest } from "../errors";
import type { Services } from "../services";

/** Names that somebody else has taken; there is no list of real ones, so this one stands for all of them. */
const takenElsewhere = new Set(["taken", "registry", "contoso", "myregistry"]);

/** 5 to 50 letters and digits. Source: azure-resource-manager/management/resource-name-rules. */
const pattern = /^[a-zA-Z0-9]{5,50}$/;

export interface NameProblem {
  readonly reason: "Invalid" | "AlreadyExists";
  readonly message: string;
}

/** Why the name cannot be had; undefined when it can. */
export function registryNameProblem(name: string, { store }: Services): NameProblem | undefined {
  if (!pattern.test(name)) {
    return {
      reason: "Invalid",
      message: `The registry name ${name} is invalid: it must be between 5 and 50 alphanumeric characters.`,
    };
  }
  const used = store
    .ofType("Microsoft.ContainerRegistry/registries")
    .some((other) => other.name.toLowerCase() === name.toLowerCase());
  return used || takenElsewhere.has(name.toLowerCase())
    ? { reason: "AlreadyExists", message: `The registry ${name} is already in use.` }
    : undefined;
}

/** @throws ArmError for a malformed name. */
export function checkRegistryName(name: string): void {
  if (!pattern.test(name)) {
    throw badRequest(
      "InvalidRegistryName",
      `Resource name '${name}' is invalid. Resource names may contain alpha numeric characters only and must be between 5 and 50 characters.`,
    );
  }
}
