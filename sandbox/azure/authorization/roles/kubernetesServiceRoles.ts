import type { BuiltInRole } from "../builtInRole";

const managedClusters = "Microsoft.ContainerService/managedClusters";

/** What the roles for Kubernetes objects allow on the resource itself. */
const signIn = [
  "Microsoft.Authorization/*/read",
  "Microsoft.Resources/subscriptions/operationresults/read",
  "Microsoft.Resources/subscriptions/read",
  "Microsoft.Resources/subscriptions/resourceGroups/read",
  `${managedClusters}/listClusterUserCredential/action`,
];

/** Source: azure-docs role-based-access-control/built-in-roles/containers.md 2024-05-07. */
export const kubernetesServiceRoles: readonly BuiltInRole[] = [
  {
    id: "0ab0b1a8-8aac-4efd-b8c2-3ee1fb270be8",
    name: "Azure Kubernetes Service Cluster Admin Role",
    description: "List cluster admin credential action.",
    actions: [
      `${managedClusters}/listClusterAdminCredential/action`,
      `${managedClusters}/accessProfiles/listCredential/action`,
      `${managedClusters}/read`,
      `${managedClusters}/runcommand/action`,
    ],
  },
  {
    id: "4abbcc35-e782-43d8-92c5-2d3f1bd2253f",
    name: "Azure Kubernetes Service Cluster User Role",
    description: "List cluster user credential action.",
    actions: [`${managedClusters}/listClusterUserCredential/action`, `${managedClusters}/read`],
  },
  {
    id: "ed7f3fbd-7b88-4dd4-9017-9adb7ce333f8",
    name: "Azure Kubernetes Service Contributor Role",
    description: "Grants access to read and write Azure Kubernetes Service clusters",
    actions: [`${managedClusters}/read`, `${managedClusters}/write`, "Microsoft.Resources/deployments/*"],
  },
  {
    id: "3498e952-d568-435e-9b2c-8d77e338d7f7",
    name: "Azure Kubernetes Service RBAC Admin",
    description:
      "Lets you manage all resources under cluster/namespace, except update or delete resource quotas and namespaces.",
    actions: signIn,
    dataActions: [`${managedClusters}/*`],
    notDataActions: [
      `${managedClusters}/resourcequotas/write`,
      `${managedClusters}/resourcequotas/delete`,
      `${managedClusters}/namespaces/write`,
      `${managedClusters}/namespaces/delete`,
    ],
  },
  {
    id: "b1ff04bb-8a4e-4dc4-8eb5-8693973ce19b",
    name: "Azure Kubernetes Service RBAC Cluster Admin",
    description: "Lets you manage all resources in the cluster.",
    actions: signIn,
    dataActions: [`${managedClusters}/*`],
  },
];
