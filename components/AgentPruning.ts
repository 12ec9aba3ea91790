import { CronJob } from "@pulumi/kubernetes/batch/v1";
import { Role, RoleBinding } from "@pulumi/kubernetes/rbac/v1";
import * as pulumi from "@pulumi/pulumi";
import type { AgentDeploymentPlan, PruningPlan } from "../plan/fleetPlan";
import type { AgentConnection } from "./agentConnection";
import { pruningPod } from "./pruningPod";

/**
 * Every half hour a job of the class that removes agents from its pool which are offline and have no pod any more, as a hard kill or
 * a lost node leaves them. It runs with the class's own service account, which is what its credential is for.
 */
export interface AgentPruningArgs extends AgentConnection {
  readonly agentClassName: string;
  readonly plan: PruningPlan;
  /** The current generation, whose nodes hold agents anyway. */
  readonly deployment: AgentDeploymentPlan;
  /** That of the generation's agents. */
  readonly image: pulumi.Input<string>;
  readonly namespace: pulumi.Input<string>;
  readonly serviceAccountName: pulumi.Input<string>;
}

/** An agent counts as gone after half an hour offline, so more often would find nothing more. */
const schedule = "*/30 * * * *";
/** Less than until the next run: one that finds no room on the nodes makes way for it. */
const deadlineSeconds = 1500;

export class AgentPruning extends pulumi.ComponentResource {
  readonly cronJobName: pulumi.Output<string>;

  constructor(name: string, args: AgentPruningArgs, opts?: pulumi.ComponentResourceOptions) {
    super("aks-agents:components:AgentPruning", name, {}, opts);
    const { plan, namespace } = args;
    const child = { parent: this, deletedWith: opts?.deletedWith };
    const labels = pruningLabels(args.agentClassName);
    const metadata = { name: "prune-agents", namespace, labels };

    const role = new Role(
      `${name}-role`,
      { metadata, rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["list"] }] },
      child,
    );
    new RoleBinding(
      `${name}-binding`,
      {
        metadata,
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: role.metadata.name },
        subjects: [{ kind: "ServiceAccount", name: args.serviceAccountName, namespace }],
      },
      child,
    );
    const cronJob = new CronJob(
      `${name}-job`,
      {
        metadata,
        spec: {
          schedule,
          suspend: plan.suspended,
          concurrencyPolicy: "Forbid",
          startingDeadlineSeconds: 600,
          successfulJobsHistoryLimit: 1,
          failedJobsHistoryLimit: 1,
          jobTemplate: {
            spec: {
              backoffLimit: 0,
              activeDeadlineSeconds: deadlineSeconds,
              template: pruningPod({ ...args, labels }),
            },
          },
        },
      },
      { ...child, dependsOn: opts?.dependsOn },
    );
    this.cronJobName = cronJob.metadata.name;
    this.registerOutputs({ cronJobName: this.cronJobName });
  }
}

/** Other values than those of the agents, whose Deployment and disruption budget select by label. */
function pruningLabels(agentClassName: string): Record<string, string> {
  return {
    "app.kubernetes.io/name": "azure-pipelines-agent-pruning",
    "app.kubernetes.io/component": agentClassName,
    "app.kubernetes.io/part-of": "aks-agents",
  };
}
