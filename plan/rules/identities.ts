import { armTypes, parseArmId } from "../armId";
import type { Rule } from "./rule";

const path = "azureDevOps.agentIdentity.existing";
/** Federated credentials of one identity (azure-aks-docs workload-identity-overview.md 2026-06-26). */
const mostCredentials = 20;

export const identityRules: readonly Rule[] = [
  {
    code: "agent-identity-id",
    severity: "refusal",
    check: ({ settings: { azureDevOps } }) => {
      const { existing } = azureDevOps.agentIdentity;
      if (existing === undefined || parseArmId(existing, armTypes.identity)) return [];
      return [
        {
          path,
          message: `"${existing}" is no user-assigned identity's resource id.`,
          remedy: `Write /subscriptions/<id>/resourceGroups/<group>/providers/${armTypes.identity}/<name>; \`az identity show --query id\` prints it.`,
        },
      ];
    },
  },
  {
    code: "agent-identity-unused",
    severity: "warning",
    check: ({ settings: { azureDevOps } }) =>
      azureDevOps.agentIdentity.existing !== undefined && azureDevOps.authentication === "personalAccessToken"
        ? [
            {
              path,
              related: ["azureDevOps.authentication"],
              message: "The agents register with a personal access token, so the identity is not used.",
              remedy: "Remove it, or set authentication to workloadIdentity.",
            },
          ]
        : [],
  },
  {
    code: "federated-credentials",
    severity: "refusal",
    check: ({ settings: { azureDevOps, agents } }) =>
      azureDevOps.agentIdentity.existing !== undefined &&
      azureDevOps.authentication === "workloadIdentity" &&
      agents.length > mostCredentials
        ? [
            {
              path,
              related: ["agents"],
              message: `${agents.length} agent classes need as many federated credentials, and one identity has at most ${mostCredentials}.`,
              remedy:
                "Remove it, so that each class gets an identity of its own, or spread the classes over several stacks.",
            },
          ]
        : [],
  },
];
