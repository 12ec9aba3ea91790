import type { Rule } from "./rule";

export const storageRules: readonly Rule[] = [
  {
    code: "storage-account-name",
    severity: "refusal",
    check: ({ settings: { contextStore } }) =>
      contextStore.name === undefined || /^[a-z0-9]{3,24}$/.test(contextStore.name)
        ? []
        : [
            {
              path: "contextStore.name",
              message: `"${contextStore.name}" is no storage account name.`,
              remedy: "Use 3 to 24 lower-case letters and digits, or leave it out: then a unique one is made up.",
            },
          ],
  },
  {
    // F111
    code: "storage-shared-key",
    severity: "warning",
    check: ({ settings: { contextStore } }) =>
      contextStore.sharedKey
        ? [
            {
              path: "contextStore.sharedKey",
              message:
                "Whoever reads a key of the account may do anything with it, and many organisations refuse such accounts by policy (KeyBasedAuthenticationNotPermitted).",
              remedy: "Leave it false: everything in this program uses identities.",
            },
          ]
        : [],
  },
];
