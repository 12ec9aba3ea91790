import type { BuiltInRole } from "../builtInRole";

const blobServices = "Microsoft.Storage/storageAccounts/blobServices";
const containers = `${blobServices}/containers`;
const delegationKey = `${blobServices}/generateUserDelegationKey/action`;

/** Source: azure-docs role-based-access-control/built-in-roles/storage.md. */
export const storageRoles: readonly BuiltInRole[] = [
  {
    id: "2a2b9908-6ea1-4ae2-8e65-a410df84e7d1",
    name: "Storage Blob Data Reader",
    description: "Allows for read access to Azure Storage blob containers and data",
    actions: [`${containers}/read`, delegationKey],
    dataActions: [`${containers}/blobs/read`],
  },
  {
    id: "ba92f5b4-2d11-453d-a403-e96b0029c9fe",
    name: "Storage Blob Data Contributor",
    description: "Allows for read, write and delete access to Azure Storage blob containers and data",
    actions: [`${containers}/delete`, `${containers}/read`, `${containers}/write`, delegationKey],
    dataActions: [
      `${containers}/blobs/delete`,
      `${containers}/blobs/read`,
      `${containers}/blobs/write`,
      `${containers}/blobs/move/action`,
      `${containers}/blobs/add/action`,
    ],
  },
  {
    id: "b7e6dc6d-f1e8-4753-8033-0f276bb0955b",
    name: "Storage Blob Data Owner",
    description:
      "Allows for full access to Azure Storage blob containers and data, including assigning POSIX access control.",
    actions: [`${containers}/*`, delegationKey],
    dataActions: [`${containers}/blobs/*`],
  },
];
