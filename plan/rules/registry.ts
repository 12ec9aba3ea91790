import { armTypes, parseArmId } from "../armId";
import type { Rule } from "./rule";

export const registryRules: readonly Rule[] = [
  {
    code: "registry-name",
    severity: "refusal",
    check: ({ settings: { registry } }) =>
      registry.name === undefined || /^[a-z0-9]{5,50}$/.test(registry.name)
        ? []
        : [
            {
              path: "registry.name",
              message: `"${registry.name}" is no registry name.`,
              remedy: "Use 5 to 50 lower-case letters and digits, or leave it out: then a unique one is made up.",
            },
          ],
  },
  {
    code: "registry-existing-id",
    severity: "refusal",
    check: ({ settings: { registry } }) =>
      registry.existing === undefined || parseArmId(registry.existing, armTypes.registry)
        ? []
        : [
            {
              path: "registry.existing",
              message: `"${registry.existing}" is no registry's resource id.`,
              remedy: `Write /subscriptions/<id>/resourceGroups/<group>/providers/${armTypes.registry}/<name>; \`az acr show --query id\` prints it.`,
            },
          ],
  },
  {
    code: "registry-existing-settings",
    severity: "refusal",
    check: ({ settings: { registry } }) =>
      (["name", "sku"] as const).flatMap((key) => {
        const given = key === "name" ? registry.name !== undefined : registry.sku !== "Basic";
        if (registry.existing === undefined || !given) return [];
        return [
          {
            path: `registry.${key}`,
            related: ["registry.existing"],
            message: `registry.${key} belongs to a registry that the program makes, but registry.existing names one that is there.`,
            remedy: `Remove registry.${key}, or remove registry.existing.`,
          },
        ];
      }),
  },
  {
    // F105: with ABAC the registry ignores AcrPull.
    code: "registry-role-mode",
    severity: "refusal",
    check: ({ settings: { registry } }) =>
      registry.roleAssignmentMode === "ABAC" && registry.existing === undefined
        ? [
            {
              path: "registry.roleAssignmentMode",
              related: ["registry.existing"],
              message:
                "A registry that the program makes is always in RBAC mode: the API version that it uses knows no other.",
              remedy: "Remove roleAssignmentMode, or name an ABAC registry in registry.existing.",
            },
          ]
        : [],
  },
];
