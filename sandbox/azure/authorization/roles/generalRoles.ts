import type { BuiltInRole } from "../builtInRole";

/** Source: azure-docs role-based-access-control/built-in-roles/privileged.md 2026-07-01, general.md 2026-02-23. */
export const generalRoles: readonly BuiltInRole[] = [
  {
    id: "8e3af657-a8ff-443c-a75c-2fe8c4bcb635",
    name: "Owner",
    description: "Grants full access to manage all resources, including the ability to assign roles in Azure RBAC.",
    actions: ["*"],
  },
  {
    id: "b24988ac-6180-42a0-ab88-20f7382dd24c",
    name: "Contributor",
    description:
      "Grants full access to manage all resources, but does not allow you to assign roles in Azure RBAC, manage assignments in Azure Blueprints, or share image galleries.",
    actions: ["*"],
    notActions: [
      "Microsoft.Authorization/*/Delete",
      "Microsoft.Authorization/*/Write",
      "Microsoft.Authorization/elevateAccess/Action",
      "Microsoft.Blueprint/blueprintAssignments/write",
      "Microsoft.Blueprint/blueprintAssignments/delete",
      "Microsoft.Compute/galleries/share/action",
      "Microsoft.Purview/consents/write",
      "Microsoft.Purview/consents/delete",
      "Microsoft.Resources/deploymentStacks/manageDenySetting/action",
      "Microsoft.Subscription/cancel/action",
      "Microsoft.Subscription/enable/action",
    ],
  },
  {
    id: "acdd72a7-3385-48ef-bd42-f606fba81ae7",
    name: "Reader",
    description: "View all resources, but does not allow you to make any changes.",
    actions: ["*/read"],
  },
  {
    id: "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9",
    name: "User Access Administrator",
    description: "Lets you manage user access to Azure resources.",
    actions: ["*/read", "Microsoft.Authorization/*", "Microsoft.Support/*"],
  },
  {
    id: "f58310d9-a9f6-439a-9e8d-f62e7b41a168",
    name: "Role Based Access Control Administrator",
    description:
      "Manage access to Azure resources by assigning roles using Azure RBAC. This role does not allow you to manage access using other ways, such as Azure Policy.",
    actions: [
      "Microsoft.Authorization/roleAssignments/write",
      "Microsoft.Authorization/roleAssignments/delete",
      "*/read",
      "Microsoft.Support/*",
    ],
  },
];
