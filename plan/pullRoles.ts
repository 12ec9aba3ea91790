/**
 * The built-in role that lets nodes pull. A registry in ABAC mode does not honour AcrPull
 * (azure-management-docs container-registry-rbac-abac-repository-permissions.md 2025-12-11).
 */
export const pullRoles = {
  RBAC: { name: "AcrPull", definitionId: "7f951dda-4ed3-4680-a7ca-43fe172d538d" },
  ABAC: { name: "Container Registry Repository Reader", definitionId: "b93aa761-3e63-49ed-ac28-beffa264f7ac" },
} as const;
