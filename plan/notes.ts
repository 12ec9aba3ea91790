import { planAgentImages } from "./agentImages";
import { registryBuildRoles } from "./buildRoles";
import { generationsOf } from "./generations";
import { planGmsaSecrets } from "./gmsa";
import { contextContainerName, namesOf } from "./names";
import { surgeNodes } from "./nodeCount";
import { normaliseOrganisationUrl } from "./organisationUrl";
import { planPipelineConnection } from "./pipelineConnection";
import type { PlanContext } from "./planContext";
import { pullRoles } from "./pullRoles";
import type { Settings } from "./settings";
import { vmSizeOf } from "./vmSizes";

/** What a person wants to know before saying yes, beside problems. */
export function notesOf(settings: Settings, context: PlanContext): readonly string[] {
  return [
    ...coreNotes(settings),
    ...memberNotes(settings),
    ...imageNotes(settings, context),
    ...roleAssignmentNotes(settings, context),
    ...windowsPasswordNotes(settings, context),
    ...gmsaNotes(settings),
  ];
}

/** F78: the service refuses for want of quota only in the middle of a deployment, and counts surge nodes too. */
function coreNotes(settings: Settings): readonly string[] {
  const { systemNodes } = settings.cluster;
  const pools = [
    { vmSize: systemNodes.vmSize, max: systemNodes.max },
    ...generationsOf(settings).map(({ vmSize, agentClass }) => ({ vmSize, max: agentClass.nodes.max })),
  ];
  const families = new Map<string, { cores: number; surge: number }>();
  for (const { vmSize, max } of pools) {
    const size = vmSizeOf(vmSize);
    if (!size) continue;
    const sum = families.get(size.family) ?? { cores: 0, surge: 0 };
    families.set(size.family, {
      cores: sum.cores + max * size.vCpus,
      surge: sum.surge + surgeNodes * size.vCpus,
    });
  }
  const unknown = [...new Set(pools.map(({ vmSize }) => vmSize).filter((vmSize) => !vmSizeOf(vmSize)))];
  return [
    ...[...families].map(
      ([family, { cores, surge }]) =>
        `Core quota: ${family} needs ${cores + surge} at most (${cores}, and ${surge} for surge nodes during upgrades).`,
    ),
    ...(unknown.length > 0 ? [`Core quota: not counted for ${unknown.join(", ")}.`] : []),
  ];
}

/** Each identity of the program takes a seat of the organisation, as licence "express" does. */
function memberNotes({ azureDevOps, agents, orgServiceUrl }: Settings): readonly string[] {
  if (azureDevOps.authentication !== "workloadIdentity") return [];
  const organisation = normaliseOrganisationUrl(orgServiceUrl);
  const { existing } = azureDevOps.agentIdentity;
  if (existing !== undefined) {
    return [
      `Members: ${existing} must be a member of ${organisation} and Administrator of each agent pool; neither is managed here.`,
    ];
  }
  const seats =
    agents.length === 1
      ? "1 identity becomes a licensed member"
      : `${agents.length} identities become licensed members`;
  return [`Members: ${seats} of ${organisation} (${agents.map(({ name }) => name).join(", ")}).`];
}

function imageNotes(settings: Settings, { version }: PlanContext): readonly string[] {
  const without = settings.agents.filter(({ image }) => image === undefined).map(({ name }) => name);
  if (without.length === 0) return [];
  if (planAgentImages(settings).length > 0) return builderNotes(settings.registry);
  return [
    `Agent images: ${without.join(", ")} ${without.length === 1 ? "uses" : "use"} <login server>/agents/<os>:${version}, which must be in the registry before agents can start; agents[].image names another one.`,
  ];
}

/** F105, F110: who makes the registry may build in it; who uses one that exists may lack the roles, of which pushing is not enough. */
function builderNotes({ existing, roleAssignmentMode }: Settings["registry"]): readonly string[] {
  if (existing === undefined) return [];
  const roles = registryBuildRoles[roleAssignmentMode].map(({ name }) => name);
  const others = roleAssignmentMode === "ABAC" ? "; in ABAC mode it honours neither AcrPush nor Owner for that" : "";
  return [`Agent images are built in ${existing}: whoever deploys needs ${roles.join(", ")} there${others}.`];
}

/** F48: whoever may not write role assignments has somebody else run these. */
function roleAssignmentNotes(settings: Settings, context: PlanContext): readonly string[] {
  if (settings.manageRoleAssignments) return [];
  const { resourceGroup, cluster } = namesOf(settings, context);
  const { existing, roleAssignmentMode } = settings.registry;
  const { subnetId } = settings.cluster.network;
  const identityOfCluster = (query: string) =>
    `$(az aks show --resource-group ${resourceGroup} --name ${cluster} --query ${query} --output tsv)`;
  const assign = (principal: string, role: string, scope: string) =>
    `az role assignment create --assignee-object-id "${principal}" --assignee-principal-type ServicePrincipal --role "${role}" --scope "${scope}"`;
  const registry = existing ?? `$(az acr list --resource-group ${resourceGroup} --query '[0].id' --output tsv)`;
  const kubelet = identityOfCluster("identityProfile.kubeletidentity.objectId");
  return [
    `Role assignments are not managed. Nodes cannot pull agent images before this has run (after cluster and registry exist): ${assign(kubelet, pullRoles[roleAssignmentMode].name, registry)}`,
    ...(subnetId === undefined
      ? []
      : [
          `The cluster cannot use its subnet's load balancers and routes before this has run: ${assign(identityOfCluster("identity.principalId"), "Network Contributor", subnetId)}`,
        ]),
    ...planGmsaSecrets(settings).map(
      ({ scope }) =>
        `Nodes cannot fetch the password of a group managed service account before this has run: ${assign(kubelet, "Key Vault Secrets User", scope)}`,
    ),
    ...pipelineConnectionRoles(settings, context).map(
      ({ role, scope }) =>
        `Pipelines cannot build images through the service connection before this has run: ${assign(principalOfPipelines(resourceGroup), role, scope(registry))}`,
    ),
  ];
}

/** The identity has a name that is made up, of which the beginning is known. */
function principalOfPipelines(resourceGroup: string): string {
  return `$(az identity list --resource-group ${resourceGroup} --query "[?starts_with(name, 'pipelines-identity')].principalId" --output tsv)`;
}

function pipelineConnectionRoles(settings: Settings, context: PlanContext) {
  const connection = planPipelineConnection(settings, context);
  if (connection === undefined) return [];
  const { resourceGroup } = namesOf(settings, context);
  const account = `$(az storage account list --resource-group ${resourceGroup} --query '[0].id' --output tsv)`;
  return [
    ...connection.registryRoles.map(({ name }) => ({ role: name, scope: (registry: string) => registry })),
    {
      role: connection.contextRole.name,
      scope: () => `${account}/blobServices/default/containers/${contextContainerName}`,
    },
  ];
}

/** F57: through the provider a new password would replace the whole cluster. */
function windowsPasswordNotes(settings: Settings, context: PlanContext): readonly string[] {
  const generation = settings.cluster.windowsAdminPasswordGeneration;
  if (generation === 1) return [];
  const { resourceGroup, cluster } = namesOf(settings, context);
  return [
    `Windows administrator: password ${generation} is on the nodes after this has run once: az aks update --resource-group ${resourceGroup} --name ${cluster} --windows-admin-password "$(pulumi stack output windowsAdminPassword --show-secrets)"`,
  ];
}

/** AKS lets the nodes' own identity read the secret, and that identity is nobody's alone (azure-aks-docs use-group-managed-service-accounts.md). */
function gmsaNotes(settings: Settings): readonly string[] {
  return planGmsaSecrets(settings).map(
    ({ uri }) =>
      `Group managed service accounts: the nodes' identity reads ${uri}. So can every process that reaches the metadata service from any node of the cluster, jobs too: give that domain user nothing but the right to fetch the account's password.`,
  );
}
