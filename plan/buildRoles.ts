/** A built-in role of Azure. */
export interface BuiltInRole {
  readonly name: string;
  readonly definitionId: string;
}

const tasksContributor = {
  name: "Container Registry Tasks Contributor",
  definitionId: "fb382eab-e894-4461-af04-94435c366c3f",
};

/**
 * What an identity needs on a registry to have ACR Tasks build and push there. AcrPush does not start a build (F110: Azure/acr#174), and a
 * registry in ABAC mode lets a build push only with the rights of whoever asked for it
 * (azure-management-docs container-registry-rbac-abac-repository-permissions.md 2025-12-11; role ids: azure-docs built-in-roles/containers.md).
 */
export const registryBuildRoles: Readonly<Record<"RBAC" | "ABAC", readonly BuiltInRole[]>> = {
  RBAC: [tasksContributor],
  ABAC: [
    tasksContributor,
    { name: "Container Registry Repository Writer", definitionId: "2a1e307c-b015-4ebd-883e-5b7698a07328" },
    { name: "Container Registry Repository Catalog Lister", definitionId: "bfdb9389-c9a5-478a-bb2f-ba9ca092c3c7" },
  ],
};

/** What it needs to put build contexts into a container (azure-docs built-in-roles/storage.md). */
export const contextWriterRole: BuiltInRole = {
  name: "Storage Blob Data Contributor",
  definitionId: "ba92f5b4-2d11-453d-a403-e96b0029c9fe",
};
