import type { ResourceTypeSpec } from "./resourceTypeSpec";

export const authorization: readonly ResourceTypeSpec[] = [
  {
    token: "azure-native:authorization:RoleAssignment",
    apiVersion: "2022-04-01",
    path: "/{scope}/providers/Microsoft.Authorization/roleAssignments/{roleAssignmentName}",
    typings: { file: "authorization/roleAssignment", className: "RoleAssignment" },
    placement: { outside: ["id", "name", "type"] },
    replaceOnChanges: ["principalId"],
    longRunning: { write: false, delete: false },
  },
];
