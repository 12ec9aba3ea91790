import { ResourceGroup } from "@pulumi/azure-native/resources";
import * as azuredevops from "@pulumi/azuredevops";
import type * as pulumi from "@pulumi/pulumi";
import { AgentDeployment } from "./components/AgentDeployment";
import { AgentIdentity } from "./components/AgentIdentity";
import { AzureDevOpsPool } from "./components/AzureDevOpsPool";
import { BuildContextStore } from "./components/BuildContextStore";
import { Cluster } from "./components/Cluster";
import { NodePool } from "./components/NodePool";
import { Registry } from "./components/Registry";
import { WindowsRuntimeClass } from "./components/WindowsRuntimeClass";
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
const inCluster = { provider: cluster.kubernetesProvider, ...goesWithCluster };

const runtimeClasses = new Map(
  fleet.runtimeClasses.map((plan) => [plan.name, new WindowsRuntimeClass(plan.name, { plan }, inCluster)]),
);

let previousCredential: pulumi.Resource | undefined;
const agents = fleet.agentClasses.map((plan) => {
  const pool = new AzureDevOpsPool(
    `${plan.name}-devops`,
    { plan: plan.agentPool, projectId: project.id, protect },
    { provider: devOpsProvider },
  );
  const identity = new AgentIdentity(
    `${plan.name}-identity`,
    {
      ...inGroup,
      plan,
      azureDevOps: fleet.azureDevOps,
      oidcIssuerUrl: cluster.oidcIssuerUrl,
      agentPoolId: pool.agentPoolId,
      ...(agentToken !== undefined && { agentToken }),
    },
    { provider: devOpsProvider, inCluster, memberAfter: cluster.managedCluster, previousCredential },
  );
  if (fleet.azureDevOps.existingIdentity !== undefined) {
    previousCredential = identity.federatedCredential;
  }
  const deployments = plan.deployments.map((deployment) => {
    const nodePool = nodePools.get(deployment.nodePoolName);
    const runtimeClass = runtimeClasses.get(deployment.runtimeClassName ?? "");
    return new AgentDeployment(
      deployment.name,
      {
        plan: deployment,
        loginServer: registry.loginServer,
        orgServiceUrl: fleet.azureDevOps.orgServiceUrl,
        agentPoolName: pool.agentPoolName,
        namespace: identity.namespace,
        serviceAccountName: identity.serviceAccountName,
        credentials: identity.credentials,
      },
      {
        provider: cluster.kubernetesProvider,
        // Everything that an agent needs until it has unregistered, so that it is deleted after the last pod.
        dependsOn: [registry, pool, identity, ...(nodePool ? [nodePool] : []), ...(runtimeClass ? [runtimeClass] : [])],
      },
    );
  });
  return { plan, pool, identity, deployments };
});

/** Name of the AKS cluster. */
export const clusterName = cluster.clusterName;
/** Azure Resource Manager id of the AKS cluster. */
export const clusterId = cluster.clusterId;
/** Resource group of everything but the nodes. */
export const resourceGroupName = resourceGroup.name;
/** Host of the registry that the agent images come from. */
export const registryLoginServer = registry.loginServer;
/** Storage account of the image build contexts. */
export const storageAccountName = contextStore.accountName;
/** Blob container of the image build contexts. */
export const buildContextContainer = contextStore.containerName;
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
