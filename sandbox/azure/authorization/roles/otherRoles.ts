import type { BuiltInRole } from "../builtInRole";

const identities = "Microsoft.ManagedIdentity/userAssignedIdentities";

/** What most roles of one service allow besides. */
const surroundings = [
  "Microsoft.Authorization/*/read",
  "Microsoft.Insights/alertRules/*",
  "Microsoft.Resources/subscriptions/resourceGroups/read",
  "Microsoft.Resources/deployments/*",
  "Microsoft.Support/*",
];

/** Roles of services that have one or two here. Source: azure-docs role-based-access-control/built-in-roles/identity.md 2026-07-01, networking.md, security.md. */
export const otherRoles: readonly BuiltInRole[] = [
  {
    id: "e40ec5ca-96e0-45a2-b4ff-59039f2c2b59",
    name: "Managed Identity Contributor",
    description: "Create, Read, Update, and Delete User Assigned Identity",
    actions: [
      `${identities}/read`,
      `${identities}/write`,
      `${identities}/delete`,
      `${identities}/federatedIdentityCredentials/read`,
      `${identities}/federatedIdentityCredentials/write`,
      `${identities}/federatedIdentityCredentials/delete`,
      `${identities}/revokeTokens/action`,
      ...surroundings,
    ],
  },
  {
    id: "f1a07417-d97a-45cb-824c-7a7467783830",
    name: "Managed Identity Operator",
    description: "Read and Assign User Assigned Identity",
    actions: [`${identities}/*/read`, `${identities}/*/assign/action`, ...surroundings],
  },
  {
    id: "4d97b98b-1d4f-4787-a291-c67834d212e7",
    name: "Network Contributor",
    description: "Lets you manage networks, but not access to them.",
    actions: ["Microsoft.Network/*", "Microsoft.ResourceHealth/availabilityStatuses/read", ...surroundings],
  },
  {
    id: "4633458b-17de-408a-b874-0445c86b69e6",
    name: "Key Vault Secrets User",
    description:
      "Read secret contents. Only works for key vaults that use the 'Azure role-based access control' permission model.",
    dataActions: [
      "Microsoft.KeyVault/vaults/secrets/getSecret/action",
      "Microsoft.KeyVault/vaults/secrets/readMetadata/action",
    ],
  },
];
