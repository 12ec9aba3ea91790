import type { ResourceTypeSpec } from "./resourceTypeSpec";

export const registry: readonly ResourceTypeSpec[] = [
  {
    token: "azure-native:containerregistry:Registry",
    apiVersion: "2023-01-01-preview",
    path: "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.ContainerRegistry/registries/{registryName}",
    typings: { file: "containerregistry/registry", className: "Registry" },
    placement: { outside: ["id", "name", "type", "systemData", "location", "tags", "sku", "identity"] },
    // `x-ms-mutability` of the specification's tracked resource.
    replaceOnChanges: ["location"],
    valueRules: {
      resourceGroupName: { minLength: 1, maxLength: 90 },
      registryName: { minLength: 5, maxLength: 50, pattern: /^[a-zA-Z0-9]*$/ },
    },
    longRunning: { write: true, delete: true },
  },
];
