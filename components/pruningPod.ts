import type * as pulumi from "@pulumi/pulumi";
import type { core } from "@pulumi/kubernetes/types/input";
import type { AgentDeploymentPlan, PruningPlan } from "../plan/fleetPlan";
import { connectionVariables, connectionVolumes, type AgentConnection } from "./agentConnection";
import { supervisorCommand } from "./agentPaths";
import { podPlacement } from "./podPlacement";
import { containerSecurity, podSecurity } from "./podSecurity";

export interface PruningPodArgs extends AgentConnection {
  readonly plan: PruningPlan;
  /** Generation of the class whose image and nodes are used. */
  readonly deployment: AgentDeploymentPlan;
  readonly image: pulumi.Input<string>;
  readonly serviceAccountName: pulumi.Input<string>;
  readonly labels: Readonly<Record<string, string>>;
}

/** Pod of one run of `supervisor prune`. It alone gets a token for the cluster's API, to see which agents still have a pod. */
export function pruningPod(args: PruningPodArgs): core.v1.PodTemplateSpec {
  const { plan, deployment } = args;
  const volumes = connectionVolumes(args);
  const amounts = { cpu: plan.resources.cpu, memory: `${plan.resources.memoryMiB}Mi` };
  return {
    metadata: { labels: { ...args.labels } },
    spec: {
      ...podPlacement(deployment),
      serviceAccountName: args.serviceAccountName,
      automountServiceAccountToken: true,
      enableServiceLinks: false,
      restartPolicy: "Never",
      // It writes nothing, so it may be cut off.
      terminationGracePeriodSeconds: 5,
      // Not under a group managed service account: it has no business in the domain.
      ...podSecurity({ osType: deployment.osType }),
      containers: [
        {
          name: "prune",
          image: args.image,
          imagePullPolicy: "IfNotPresent",
          command: supervisorCommand(deployment.osType, "prune"),
          env: [
            ...Object.entries({
              ...connectionVariables(deployment, args),
              AZP_AGENT_PREFIX: plan.agentNamePrefix,
            }).map(([name, value]) => ({ name, value })),
            { name: "AZP_POD_NAMESPACE", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } },
          ],
          resources: { requests: amounts, limits: amounts },
          ...containerSecurity(deployment),
          volumeMounts: volumes.map(({ mount }) => mount),
        },
      ],
      volumes: volumes.map(({ volume }) => volume),
    },
  };
}
