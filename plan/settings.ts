import { z } from "zod";
import { agentClassSchema } from "./settings/agents";
import { azureDevOpsSchema } from "./settings/azureDevOps";
import { clusterSchema } from "./settings/cluster";
import { imageBuildsSchema } from "./settings/imageBuilds";
import { changes, documented } from "./settings/keys";
import { tokenShapeSchema } from "./tokenShape";

/**
 * Every configuration key there is. Shape only: types, ranges, enumerations, defaults. What values mean together is
 * judged by the rules. The reference in docs/ and the reader in config.ts follow from it: a key is added here and nowhere else.
 */
export const settingsSchema = z.strictObject({
  location: documented(z.string(), {
    description: "Azure region of everything.",
    change: "Replaces everything.",
    example: "westeurope",
    configKey: "azure-native:location",
  }),
  orgServiceUrl: documented(z.string(), {
    description: "URL of the Azure DevOps organisation.",
    change: "Replaces everything in Azure DevOps.",
    example: "https://dev.azure.com/contoso",
    configKey: "azuredevops:orgServiceUrl",
  }),
  kubernetesVersion: documented(z.string().default("1.35"), {
    description: "Kubernetes version as a minor, in quotes. AKS picks the newest patch and keeps patching.",
    change: "Upgrades the cluster in place, one minor at a time.",
    example: "1.35",
  }),
  cluster: documented(clusterSchema.prefault({}), { description: "The AKS cluster." }),
  registry: documented(
    z
      .strictObject({
        name: documented(z.string().optional(), {
          description: "Name of the registry, 5 to 50 lower-case letters and digits, unique in the world.",
          change: "Replaces the registry and its images.",
          derivedDefault: "made up and kept in the state",
        }),
        sku: documented(z.enum(["Basic", "Standard", "Premium"]).default("Basic"), {
          description: "Pricing tier of the registry.",
          change: changes.nothing,
        }),
        existing: documented(z.string().optional(), {
          description: "Resource id of a registry to use instead of a new one.",
          change: "Removes the registry that the program made, with its images.",
          example:
            "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/shared/providers/Microsoft.ContainerRegistry/registries/contoso",
        }),
        roleAssignmentMode: documented(z.enum(["RBAC", "ABAC"]).default("RBAC"), {
          description:
            "Role assignment mode of an existing registry: it decides which role lets nodes pull. A new one is RBAC.",
          change: "Replaces the role assignment.",
        }),
      })
      .prefault({}),
    { description: "Container registry of the agent images." },
  ),
  contextStore: documented(
    z
      .strictObject({
        name: documented(z.string().optional(), {
          description: "Name of the storage account, 3 to 24 lower-case letters and digits, unique in the world.",
          change: "Replaces the storage account.",
          derivedDefault: "made up and kept in the state",
        }),
        retentionDays: documented(z.int().min(1).max(365).default(7), {
          description: "Days after which a build context is deleted, 1 to 365.",
          change: changes.nothing,
        }),
        sharedKey: documented(z.boolean().default(false), {
          description: "Whether the account's keys may be used. Leave off unless a tool knows nothing else.",
          change: changes.nothing,
        }),
      })
      .prefault({}),
    { description: "Storage account of the image build contexts." },
  ),
  imageBuilds: documented(imageBuildsSchema.prefault({}), {
    description: "Builds of images by ACR Tasks, in the registry and outside of the cluster.",
  }),
  agents: documented(z.array(agentClassSchema), {
    description: "The agent classes.",
    example: [
      { name: "win22", os: "windows2022" },
      { name: "linux", os: "linux" },
    ],
  }),
  azureDevOps: documented(azureDevOpsSchema, {
    description: "What is made in Azure DevOps.",
    example: { project: "fleet" },
  }),
  agentToken: documented(tokenShapeSchema.optional(), {
    description:
      "Personal access token with the scope Agent Pools (read, manage), only with `authentication: personalAccessToken`. Set it with `pulumi config set --secret agentToken`.",
    change: changes.rollout,
    writtenAs: "secret text",
  }),
  manageRoleAssignments: documented(z.boolean().default(true), {
    description:
      "Whether the program creates Azure role assignments, which needs Owner or User Access Administrator. When false the preview prints the commands.",
    change: "Creates or removes the role assignments.",
  }),
  tags: documented(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}), {
    description: "Tags of every Azure resource, beside the program's own.",
    change: changes.nothing,
    example: { "cost-center": "4711" },
  }),
  protect: documented(z.boolean().default(false), {
    description: "Whether cluster, registry, storage account and agent pools are protected from deletion.",
    change: changes.nothing,
  }),
  ephemeral: documented(z.boolean().default(false), {
    description: "Whether the stack is thrown away as a whole: then nothing is kept or protected.",
    change: changes.nothing,
  }),
  treatAsWarning: documented(z.array(z.string()).default([]), {
    description:
      "Codes of refusals that rest on dated facts, such as `windows-version-kubernetes`, and shall only warn, where the service has moved on since the tables of this program were checked.",
    change: "Changes nothing.",
    example: ["windows-version-kubernetes"],
  }),
});

/** The whole configuration with its defaults filled in. The agent token is in it by shape only. */
export type Settings = z.infer<typeof settingsSchema>;

export type AgentSettings = Settings["agents"][number];
