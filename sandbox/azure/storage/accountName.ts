import type { NameProblem } from "../containerRegistry/registryName";
import { badRequest } from "../errors";
import type { Services } from "../services";

/** Names that somebody else has taken; they stand for all of those that exist in the world. */
const takenElsewhere = new Set(["taken", "storage", "contoso", "mystorageaccount"]);

/** 3 to 24 lower-case letters and digits. Source: storage.json, accountName. */
const pattern = /^[a-z0-9]{3,24}$/;

const malformed = (name: string) =>
  `${name} is not a valid storage account name. Storage account name must be between 3 and 24 characters in length and use numbers and lower-case letters only.`;

/** Why the name cannot be had; undefined when it can. */
export function accountNameProblem(name: string, { store }: Services): NameProblem | undefined {
  if (!pattern.test(name)) {
    return { reason: "Invalid", message: malformed(name) };
  }
  const used = store.ofType("Microsoft.Storage/storageAccounts").some((other) => other.name === name);
  return used || takenElsewhere.has(name)
    ? { reason: "AlreadyExists", message: `The storage account named ${name} is already taken.` }
    : undefined;
}

/** @throws ArmError for a malformed name. */
export function checkAccountName(name: string): void {
  if (!pattern.test(name)) {
    throw badRequest("AccountNameInvalid", malformed(name));
  }
}
