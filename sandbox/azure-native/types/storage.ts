import type { ValueRules } from "../inputs/inputProblems";
import type { ResourceTypeSpec } from "./resourceTypeSpec";

const account =
  "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Storage/storageAccounts/{accountName}";

const accountRules: ValueRules = {
  resourceGroupName: { minLength: 1, maxLength: 90 },
  accountName: { minLength: 3, maxLength: 24, pattern: /^[a-z0-9]+$/ },
};

export const storage: readonly ResourceTypeSpec[] = [
  {
    token: "azure-native:storage:StorageAccount",
    apiVersion: "2024-01-01",
    path: account,
    typings: { file: "storage/storageAccount", className: "StorageAccount" },
    placement: {
      outside: ["id", "name", "type", "location", "tags", "sku", "kind", "identity", "extendedLocation"],
      armNames: {
        enableHttpsTrafficOnly: "supportsHttpsTrafficOnly",
        enableNfsV3: "isNfsV3Enabled",
        networkRuleSet: "networkAcls",
      },
    },
    replaceOnChanges: ["isHnsEnabled", "location"],
    valueRules: accountRules,
    longRunning: { write: true, delete: false },
    // pulumi-azure-native provider/pkg/gen/propertyDefaults.go
    defaults: {
      networkRuleSet: { bypass: "AzureServices", defaultAction: "Allow", ipRules: [], virtualNetworkRules: [] },
    },
  },
  {
    token: "azure-native:storage:BlobContainer",
    apiVersion: "2024-01-01",
    path: `${account}/blobServices/default/containers/{containerName}`,
    typings: { file: "storage/blobContainer", className: "BlobContainer" },
    placement: { outside: ["id", "name", "type", "etag"] },
    replaceOnChanges: [],
    valueRules: { ...accountRules, containerName: { minLength: 3, maxLength: 63 } },
    longRunning: { write: false, delete: false },
  },
  {
    token: "azure-native:storage:ManagementPolicy",
    apiVersion: "2024-01-01",
    path: `${account}/managementPolicies/{managementPolicyName}`,
    typings: { file: "storage/managementPolicy", className: "ManagementPolicy" },
    placement: { outside: ["id", "name", "type"] },
    replaceOnChanges: [],
    valueRules: accountRules,
    longRunning: { write: false, delete: false },
  },
];
