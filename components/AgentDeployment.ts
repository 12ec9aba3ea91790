import { Deployment } from "@pulumi/kubernetes/apps/v1";
import { PodDisruptionBudget } from "@pulumi/kubernetes/policy/v1";
import * as pulumi from "@pulumi/pulumi";
import type { AgentDeploymentPlan } from "../plan/fleetPlan";
import type { AgentConnection } from "./agentConnection";
import { agentPod } from "./agentPod";

/**
 * The agents of one generation of a class. Whatever they need to unregister (node pool, credential, membership, role) belongs
 * into `dependsOn`, so that it outlives the last pod.
 */
export interface AgentDeploymentArgs extends AgentConnection {
  readonly plan: AgentDeploymentPlan;
  readonly image: pulumi.Input<string>;
  /** Azure Resource Manager id of the fleet's registry: jobs build images there. */
  readonly registryId: pulumi.Input<string>;
  readonly namespace: pulumi.Input<string>;
  readonly serviceAccountName: pulumi.Input<string>;
}

export class AgentDeployment extends pulumi.ComponentResource {
  readonly deploymentName: pulumi.Output<string>;
  readonly image: pulumi.Output<string>;

  constructor(name: string, args: AgentDeploymentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("aks-agents:components:AgentDeployment", name, {}, opts);
    const { plan, namespace } = args;
    this.image = pulumi.output(args.image);
    const labels = agentLabels(plan);

    // Deleted for real also where the cluster goes with it: no DELETE would mean no drain, and agents left in the pool.
    const deployment = new Deployment(
      `${name}-deployment`,
      {
        metadata: { name: plan.name, namespace, labels },
        spec: {
          replicas: plan.replicas,
          selector: { matchLabels: labels },
          // One by one, and also where there is no room for one more.
          strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
          progressDeadlineSeconds: plan.progressDeadlineSeconds,
          revisionHistoryLimit: 2,
          template: agentPod({ ...args, image: this.image, labels }),
        },
      },
      {
        parent: this,
        dependsOn: opts?.dependsOn,
        customTimeouts: {
          create: `${plan.createTimeoutMinutes}m`,
          update: `${plan.createTimeoutMinutes}m`,
          delete: `${plan.deleteTimeoutMinutes}m`,
        },
      },
    );
    new PodDisruptionBudget(
      `${name}-budget`,
      {
        metadata: { name: plan.name, namespace, labels },
        spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
      },
      { parent: this },
    );
    this.deploymentName = deployment.metadata.name;
    this.registerOutputs({ deploymentName: this.deploymentName, image: this.image });
  }
}

function agentLabels(plan: AgentDeploymentPlan): Record<string, string> {
  return {
    "app.kubernetes.io/name": "azure-pipelines-agent",
    "app.kubernetes.io/instance": plan.name,
    "app.kubernetes.io/component": plan.agentClassName,
    "app.kubernetes.io/part-of": "aks-agents",
  };
}
