import { createHmac } from "node:crypto";
import { textAt } from "../json";
import type { ArmResponse } from "../resourceType";
import type { StoredResource } from "../store";

/**
 * Answer of `listKeys`. Keys are handed out also while `allowSharedKeyAccess` is false: it is the data plane that then
 * refuses them with `KeyBasedAuthenticationNotPermitted`. Source: learn.microsoft.com azure/storage/common/shared-key-authorization-prevent.
 */
export function sharedKeys(account: StoredResource): ArmResponse {
  const seed = textAt(account.internal, "keySeed") ?? account.id;
  const keys = ["key1", "key2"].map((keyName) => ({
    keyName,
    value: createHmac("sha512", seed).update(keyName).digest("base64"),
    permissions: "FULL",
    creationTime: textAt(account.body, `properties.keyCreationTime.${keyName}`),
  }));
  return { status: 200, body: { keys } };
}
