import { ResourceGroup } from "@pulumi/azure-native/resources";
import * as azuredevops from "@pulumi/azuredevops";
import { BuildContextStore } from "./components/BuildContextStore";
import { Cluster } from "./components/Cluster";
import { GmsaSecretAccess } from "./components/GmsaSecretAccess";
import { NodePool } from "./components/NodePool";
import { PipelineConnection } from "./components/PipelineConnection";
import { Registry } from "./components/Registry";
import { WindowsRuntimeClass } from "./components/WindowsRuntimeClass";
import { createAgents } from "./createAgents";
import { createImages } from "./createImages";
import { loadFleet } from "./loadFleet";

const { fleet, agentToken } = loadFleet();
const { location, tags, protect } = fleet;

const resourceGroup = new ResourceGroup(
  "group",
  { resourceGroupName: fleet.resourceGroupName, location, tags: { ...tags } },
  { protect },
);
const inGroup = { resourceGroupName: resourceGroup.name, location, tags, protect };

const cluster = new Cluster("cluster", {
  ...inGroup,
  plan: fleet.cluster,
  manageRoleAssignments: fleet.manageRoleAssignments,
  forgetUnreachable: fleet.ephemeral,
});
const registry = new Registry("registry", {
  ...inGroup,
  plan: fleet.registry,
  ...(fleet.manageRoleAssignments && { pullPrincipalId: cluster.kubeletObjectId }),
});
const images = createImages(fleet, registry);
const contextStore = new BuildContextStore("contexts", { ...inGroup, plan: fleet.contextStore });

// Only where the whole stack goes: what belongs to the cluster then needs no deletion of its own.
const goesWithCluster = fleet.ephemeral ? { deletedWith: cluster.managedCluster } : {};

const nodePools = new Map<string, NodePool>();
let previousPool: NodePool | undefined;
for (const plan of fleet.nodePools) {
  // AKS takes one change of a cluster's pools at a time and answers a second one with 409 (OperationNotAllowed).
  previousPool = new NodePool(
    plan.name,
    {
      plan,
      resourceGroupName: resourceGroup.name,
      clusterName: cluster.clusterName,
      kubernetesVersion: fleet.cluster.kubernetesVersion,
      ...(fleet.cluster.network.subnetId !== undefined && { subnetId: fleet.cluster.network.subnetId }),
      tags,
    },
    { dependsOn: previousPool, ...goesWithCluster },
  );
  nodePools.set(plan.name, previousPool);
}

const devOpsProvider = new azuredevops.Provider("azuredevops", { orgServiceUrl: fleet.azureDevOps.orgServiceUrl });
const project = azuredevops.getProjectOutput({ name: fleet.azureDevOps.project }, { provider: devOpsProvider });
const connection =
  fleet.pipelineConnection &&
  new PipelineConnection(
    "pipelines",
    {
      plan: fleet.pipelineConnection,
      resourceGroupName: resourceGroup.name,
      location,
      tags,
      projectId: project.id,
      registryId: registry.registryId,
      contextContainerId: contextStore.containerId,
      manageRoleAssignments: fleet.manageRoleAssignments,
    },
    { provider: devOpsProvider },
  );
const inCluster = { provider: cluster.kubernetesProvider, ...goesWithCluster };

const runtimeClasses = new Map(
  fleet.runtimeClasses.map((plan) => [plan.name, new WindowsRuntimeClass(plan.name, { plan }, inCluster)]),
);

const gmsaSecrets = fleet.manageRoleAssignments ? fleet.gmsaSecrets : [];
const gmsaAccess = gmsaSecrets.map(
  (plan) => new GmsaSecretAccess(`gmsa-${plan.name}`, { plan, kubeletObjectId: cluster.kubeletObjectId }),
);

const agents = createAgents(fleet, {
  cluster,
  registry,
  images,
  inCluster,
  devOpsProvider,
  projectId: project.id,
  resourceGroupName: resourceGroup.name,
  ...(agentToken !== undefined && { agentToken }),
  neededBy: ({ nodePoolName, runtimeClassName = "", gmsaCredentialSpecName }) =>
    [
      nodePools.get(nodePoolName),
      runtimeClasses.get(runtimeClassName),
      ...(gmsaCredentialSpecName === undefined ? [] : gmsaAccess),
    ].filter((resource) => resource !== undefined),
});

/** Name of the AKS cluster. */
export const clusterName = cluster.clusterName;
/** Azure Resource Manager id of the AKS cluster. */
export const clusterId = cluster.clusterId;
/** Resource group of everything but the nodes. */
export const resourceGroupName = resourceGroup.name;
/** Azure Resource Manager id of the registry. */
export const registryId = registry.registryId;
/** Host of the registry that the agent images come from. */
export const registryLoginServer = registry.loginServer;
/** By the name of each image that the program has built: what its agents run, by digest. */
export const agentImages = Object.fromEntries([...images].map(([name, { reference }]) => [name, reference]));
/** Storage account of the image build contexts. */
export const storageAccountName = contextStore.accountName;
/** Blob container of the image build contexts. */
export const buildContextContainer = contextStore.containerName;
/** Service connection through which pipelines build images; empty where there is none, for the engine warns of undefined ones. */
export const pipelineConnection = connection?.connectionName ?? "";
/** Per agent class: where its agents run, and where pipelines find them. With two generations the current one. */
export const agentClasses = Object.fromEntries(
  agents.map(({ plan, pool, identity, deployments }) => [
    plan.name,
    {
      os: plan.deployments[0]?.os,
      nodePool: plan.deployments[0]?.nodePoolName,
      agentPool: pool.agentPoolName,
      queueId: pool.queueId,
      namespace: identity.namespace,
      deployment: deployments[0]?.deploymentName,
    },
  ]),
);
/** Kubeconfig of the cluster, secret: `pulumi stack output kubeconfig --show-secrets`. */
export const kubeconfig = cluster.kubeconfig;
/** Administrator's password of the Windows nodes, secret. */
export const windowsAdminPassword = cluster.windowsAdminPassword;
