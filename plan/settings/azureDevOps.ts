import { z } from "zod";
import { changes, documented } from "./keys";

export const azureDevOpsSchema = z.strictObject({
  project: documented(z.string(), {
    description: "Existing project that gets a queue for each agent pool.",
    change: "Replaces queues and authorisations.",
    example: "fleet",
  }),
  agentPoolPrefix: documented(z.string().optional(), {
    description: "Agent pools are named `<prefix>-<class>`.",
    change: "Renames the agent pools.",
    derivedDefault: "`<project>-<stack>`",
  }),
  agentPool: documented(
    z
      .strictObject({
        existing: documented(z.union([z.string(), z.record(z.string(), z.string())]).optional(), {
          description:
            "Agent pool to use instead of a new one: its name, with one agent class, or a map from class to name. Avoids the right to create pools in the organisation.",
          change: "Removes the agent pools that the program made.",
          writtenAs: "text, or a map from class to text",
          example: { win22: "windows-agents" },
        }),
      })
      .prefault({}),
    { description: "Agent pools of the organisation." },
  ),
  agentIdentity: documented(
    z
      .strictObject({
        existing: documented(z.string().optional(), {
          description:
            "Resource id of a user-assigned identity for all classes, instead of one each. Its membership in the organisation and its role on the agent pools are then not managed here.",
          change: "Rolls the agents and removes the identities that the program made.",
          example:
            "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/identities/providers/Microsoft.ManagedIdentity/userAssignedIdentities/agents",
        }),
      })
      .prefault({}),
    { description: "Identity with which the agents register." },
  ),
  authentication: documented(z.enum(["workloadIdentity", "personalAccessToken"]).default("workloadIdentity"), {
    description: "How agents register: with a federated identity and no secret, or with `agentToken`.",
    change: changes.rollout,
  }),
  personalAccessTokenExpires: documented(z.string().optional(), {
    description: "Day on which `agentToken` expires, as YYYY-MM-DD. Warned about in time, refused when past.",
    change: "Changes nothing.",
    example: "2027-03-31",
  }),
  pipelines: documented(z.union([z.enum(["all", "none"]), z.array(z.int().positive())]).default("none"), {
    description:
      "Pipelines that may use the queues without asking: `all`, a list of ids, or `none` (the first run asks).",
    change: "Adds and removes authorisations.",
    writtenAs: "`all`, `none` or a list of whole numbers",
    example: [12, 34],
  }),
});
