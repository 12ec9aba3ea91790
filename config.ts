import * as pulumi from "@pulumi/pulumi";
import { version } from "./package.json";
import type { PlanContext } from "./plan/planContext";
import { settingsSchema, type Settings } from "./plan/settings";
import { tokenShape } from "./plan/tokenShape";

/** What a stack's configuration says. */
export interface Configuration {
  readonly settings: Settings;
  /** The agents' personal access token, only with `authentication: personalAccessToken`. Always a secret. */
  readonly agentToken?: pulumi.Output<string>;
  readonly context: PlanContext;
}

export function readConfiguration(): Configuration {
  const config = new pulumi.Config();
  const raw: Record<string, unknown> = {
    location: new pulumi.Config("azure-native").get("location"),
    orgServiceUrl: new pulumi.Config("azuredevops").get("orgServiceUrl"),
  };
  for (const key of [
    "cluster",
    "registry",
    "contextStore",
    "agents",
    "azureDevOps",
    "tags",
    "treatAsWarning",
    "protect",
    "ephemeral",
    "manageRoleAssignments",
  ])
    raw[key] = config.getObject(key);
  raw["kubernetesVersion"] = config.get("kubernetesVersion");
  const token = config.get("agentToken");
  if (token !== undefined) raw["agentToken"] = tokenShape(token, { encrypted: true, usedByProvider: false });
  return {
    settings: settingsSchema.parse(raw),
    agentToken: config.getSecret("agentToken"),
    context: { project: pulumi.getProject(), stack: pulumi.getStack(), now: new Date(), version },
  };
}
