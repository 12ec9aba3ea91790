import { planAgentImages } from "./agentImages";
import { armTypes, parseArmId } from "./armId";
import type { ContextStorePlan, FleetPlan, RegistryPlan } from "./fleetPlan";
import { planGmsaSecrets } from "./gmsa";
import { contextContainerName, namesOf } from "./names";
import { notesOf } from "./notes";
import { planAgentClasses, planAzureDevOps, planNodePools, planRuntimeClasses } from "./planAgents";
import { ownTags } from "./ownTags";
import { planCluster } from "./planCluster";
import { planPipelineConnection } from "./pipelineConnection";
import type { PlanContext } from "./planContext";
import { ConfigurationError, type Problem } from "./problem";
import { pullRoles } from "./pullRoles";
import { findProblems } from "./rules";
import type { Settings } from "./settings";

/**
 * Derives everything that the program creates.
 * @throws ConfigurationError with every problem of the settings, when there is one that would keep the fleet from working.
 */
export function planFleet(settings: Settings, context: PlanContext): FleetPlan {
  const findings = findProblems(settings, context);
  const refusals = findings.filter((finding) => finding.severity === "refusal");
  if (refusals.length > 0) throw new ConfigurationError(refusals.map(toProblem));

  const names = namesOf(settings, context);
  const nodePools = planNodePools(settings);
  const pipelineConnection = planPipelineConnection(settings, context);
  return {
    location: settings.location.replaceAll(" ", "").toLowerCase(),
    resourceGroupName: names.resourceGroup,
    tags: { ...settings.tags, ...ownTags(context) },
    protect: settings.protect,
    ephemeral: settings.ephemeral,
    manageRoleAssignments: settings.manageRoleAssignments,
    cluster: planCluster(settings, context),
    registry: planRegistry(settings.registry),
    contextStore: planContextStore(settings.contextStore),
    runtimeClasses: planRuntimeClasses(settings),
    nodePools,
    azureDevOps: planAzureDevOps(settings),
    ...(pipelineConnection && { pipelineConnection }),
    agentClasses: planAgentClasses(settings, context),
    agentImages: planAgentImages(settings),
    gmsaSecrets: planGmsaSecrets(settings),
    warnings: findings.filter((finding) => finding.severity === "warning").map(toProblem),
    notes: notesOf(settings, context),
  };
}

function planRegistry({ name, sku, existing, roleAssignmentMode }: Settings["registry"]): RegistryPlan {
  const parsed = existing === undefined ? undefined : parseArmId(existing, armTypes.registry);
  return {
    ...(name !== undefined && { name }),
    sku,
    ...(parsed && { existing: parsed }),
    roleAssignmentMode,
    pullRoleDefinitionId: pullRoles[roleAssignmentMode].definitionId,
  };
}

function planContextStore({ name, retentionDays, sharedKey }: Settings["contextStore"]): ContextStorePlan {
  return {
    ...(name !== undefined && { name }),
    containerName: contextContainerName,
    retentionDays,
    allowSharedKeyAccess: sharedKey,
  };
}

function toProblem({ code, path, message, remedy }: Problem): Problem {
  return { code, path, message, remedy };
}
