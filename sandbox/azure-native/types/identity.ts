import type { ResourceTypeSpec } from "./resourceTypeSpec";

const identityPath =
  "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/{resourceName}";

export const identity: readonly ResourceTypeSpec[] = [
  {
    token: "azure-native:managedidentity:UserAssignedIdentity",
    apiVersion: "2023-01-31",
    path: identityPath,
    typings: { file: "managedidentity/userAssignedIdentity", className: "UserAssignedIdentity" },
    placement: { outside: ["id", "name", "type", "systemData", "location", "tags"] },
    // `x-ms-mutability` of the specification's tracked resource.
    replaceOnChanges: ["location"],
    longRunning: { write: false, delete: false },
  },
  {
    token: "azure-native:managedidentity:FederatedIdentityCredential",
    apiVersion: "2023-01-31",
    path: `${identityPath}/federatedIdentityCredentials/{federatedIdentityCredentialResourceName}`,
    typings: { file: "managedidentity/federatedIdentityCredential", className: "FederatedIdentityCredential" },
    placement: { outside: ["id", "name", "type", "systemData"] },
    replaceOnChanges: [],
    valueRules: {
      federatedIdentityCredentialResourceName: { pattern: /^[a-zA-Z0-9]{1}[a-zA-Z0-9-_]{2,119}$/ },
    },
    longRunning: { write: false, delete: false },
  },
];
