import type { ResourceTypeSpec } from "./resourceTypeSpec";

/** Source of `replaceOnChanges` in this folder: pulumi-azure-native provider/pkg/gen/replacement.go, 2026-09. */
export const resources: readonly ResourceTypeSpec[] = [
  {
    token: "azure-native:resources:ResourceGroup",
    apiVersion: "2024-03-01",
    path: "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}",
    typings: { file: "resources/resourceGroup", className: "ResourceGroup" },
    replaceOnChanges: ["location"],
    valueRules: { resourceGroupName: { minLength: 1, maxLength: 90, pattern: /^[-\w._()]+$/ } },
    longRunning: { write: false, delete: true },
  },
];
