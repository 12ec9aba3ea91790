import type * as azuredevops from "@pulumi/azuredevops";
import type * as pulumi from "@pulumi/pulumi";
import { AgentDeployment } from "./components/AgentDeployment";
import { AgentIdentity } from "./components/AgentIdentity";
import type { AgentImage } from "./components/AgentImage";
import { agentImageReference } from "./components/agentImageReference";
import { AgentPruning } from "./components/AgentPruning";
import { AzureDevOpsPool } from "./components/AzureDevOpsPool";
import { CaBundle } from "./components/CaBundle";
import type { Cluster } from "./components/Cluster";
import { GmsaCredential } from "./components/GmsaCredential";
import type { Registry } from "./components/Registry";
import type { AgentClassPlan, AgentDeploymentPlan, FleetPlan } from "./plan/fleetPlan";

/** What the agents of all classes rest on. */
export interface AgentSurroundings {
  readonly cluster: Cluster;
  readonly registry: Registry;
  /** By the names of their plans. */
  readonly images: ReadonlyMap<string, AgentImage>;
  /** For objects in the cluster that have no life outside of it. */
  readonly inCluster: Pick<pulumi.CustomResourceOptions, "provider" | "deletedWith">;
  readonly devOpsProvider: azuredevops.Provider;
  readonly projectId: pulumi.Input<string>;
  readonly resourceGroupName: pulumi.Input<string>;
  readonly agentToken?: pulumi.Output<string>;
  /** What must be there before a generation's pods: its nodes, its RuntimeClass. */
  readonly neededBy: (deployment: AgentDeploymentPlan) => readonly pulumi.Resource[];
}

/** One agent class as it is made. */
export interface CreatedAgents {
  readonly plan: AgentClassPlan;
  readonly pool: AzureDevOpsPool;
  readonly identity: AgentIdentity;
  /** The current generation first. */
  readonly deployments: readonly AgentDeployment[];
}

/** Makes everything that each agent class has of its own. */
export function createAgents(fleet: FleetPlan, surroundings: AgentSurroundings): readonly CreatedAgents[] {
  let previousCredential: pulumi.Resource | undefined;
  return fleet.agentClasses.map((plan) => {
    const created = createClass(plan, fleet, surroundings, previousCredential);
    if (fleet.azureDevOps.existingIdentity !== undefined) {
      previousCredential = created.identity.federatedCredential;
    }
    return created;
  });
}

function createClass(
  plan: AgentClassPlan,
  { azureDevOps, location, tags, protect }: FleetPlan,
  surroundings: AgentSurroundings,
  previousCredential: pulumi.Resource | undefined,
): CreatedAgents {
  const { cluster, registry, inCluster, devOpsProvider, resourceGroupName, agentToken, neededBy } = surroundings;
  const pool = new AzureDevOpsPool(
    `${plan.name}-devops`,
    { plan: plan.agentPool, projectId: surroundings.projectId, protect },
    { provider: devOpsProvider },
  );
  const identity = new AgentIdentity(
    `${plan.name}-identity`,
    {
      plan,
      azureDevOps,
      resourceGroupName,
      location,
      tags,
      oidcIssuerUrl: cluster.oidcIssuerUrl,
      agentPoolId: pool.agentPoolId,
      ...(agentToken !== undefined && { agentToken }),
    },
    { provider: devOpsProvider, inCluster, memberAfter: cluster.managedCluster, previousCredential },
  );
  const account = { namespace: identity.namespace, serviceAccountName: identity.serviceAccountName };
  const caBundle =
    plan.caBundle && new CaBundle(`${plan.name}-ca`, { plan: plan.caBundle, namespace: account.namespace }, inCluster);
  const gmsa =
    plan.gmsa &&
    new GmsaCredential(
      `${plan.name}-gmsa`,
      { plan: plan.gmsa, ...account, kubeletObjectId: cluster.gmsaObjectId },
      inCluster,
    );
  const agent = {
    ...account,
    registryId: registry.registryId,
    orgServiceUrl: azureDevOps.orgServiceUrl,
    agentPoolName: pool.agentPoolName,
    credentials: identity.credentials,
    ...(caBundle && { caBundle }),
  };
  // Everything that an agent needs until it has unregistered, so that it is deleted after the last pod.
  const needed = (deployment: AgentDeploymentPlan) => [registry, pool, identity, ...neededBy(deployment)];
  const imageOf = (deployment: AgentDeploymentPlan) =>
    agentImageReference(deployment, registry.loginServer, surroundings.images);
  const deployments = plan.deployments.map(
    (deployment) =>
      new AgentDeployment(
        deployment.name,
        { plan: deployment, image: imageOf(deployment), ...agent },
        { provider: inCluster.provider, dependsOn: [...needed(deployment), ...(gmsa ? [gmsa] : [])] },
      ),
  );
  const [current] = plan.deployments;
  if (current !== undefined) {
    new AgentPruning(
      `${plan.name}-pruning`,
      { agentClassName: plan.name, plan: plan.pruning, deployment: current, image: imageOf(current), ...agent },
      { ...inCluster, dependsOn: needed(current) },
    );
  }
  return { plan, pool, identity, deployments };
}
