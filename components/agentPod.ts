import type * as pulumi from "@pulumi/pulumi";
import type { core } from "@pulumi/kubernetes/types/input";
import type { AgentDeploymentPlan } from "../plan/fleetPlan";
import { connectionVolumes, type AgentConnection } from "./agentConnection";
import { agentEnvironment } from "./agentEnvironment";
import { logMonitorPath, supervisorCommand } from "./agentPaths";
import { agentVolume } from "./agentVolume";
import { podPlacement } from "./podPlacement";
import { containerSecurity, podSecurity } from "./podSecurity";

export interface AgentPodArgs extends AgentConnection {
  readonly plan: AgentDeploymentPlan;
  readonly image: pulumi.Input<string>;
  /** Azure Resource Manager id of the fleet's registry. */
  readonly registryId: pulumi.Input<string>;
  readonly serviceAccountName: pulumi.Input<string>;
  readonly labels: Readonly<Record<string, string>>;
}

/** Pod template of one generation of an agent class. Everything in it follows from the arguments. */
export function agentPod(args: AgentPodArgs): core.v1.PodTemplateSpec {
  const { plan } = args;
  const { osType } = plan;
  const volumes = [...connectionVolumes(args), ...plan.volumes.map(agentVolume)];
  return {
    metadata: {
      labels: { ...args.labels },
      // On the pod and as text, or the autoscaler does not see it (Azure/AKS#4293).
      annotations: { "cluster-autoscaler.kubernetes.io/safe-to-evict": "false" },
    },
    spec: {
      ...podPlacement(plan),
      serviceAccountName: args.serviceAccountName,
      automountServiceAccountToken: false,
      // Every variable of the container becomes a capability of the agent, those of all services too.
      enableServiceLinks: false,
      terminationGracePeriodSeconds: plan.terminationGracePeriodSeconds,
      ...podSecurity(plan),
      // The pod's pause process then reaps what jobs leave behind; a Node process as the first one does not.
      ...(osType === "Linux" && { shareProcessNamespace: true }),
      containers: [
        {
          name: "agent",
          image: args.image,
          imagePullPolicy: "IfNotPresent",
          command: [...(plan.logMonitor ? [logMonitorPath] : []), ...supervisorCommand(osType, "run")],
          env: agentEnvironment(args),
          resources: resources(plan),
          ...containerSecurity(plan),
          // The agent itself cannot finish a job and then stop; on Windows no signal arrives at all
          // (azure-pipelines-agent Agent.cs, microsoft/hcsshim#1416).
          lifecycle: { preStop: { exec: { command: supervisorCommand(osType, "drain") } } },
          // Ready means registered. No liveness probe: it would end running jobs.
          readinessProbe: {
            exec: { command: supervisorCommand(osType, "health") },
            initialDelaySeconds: 10,
            periodSeconds: 30,
            timeoutSeconds: 20,
            failureThreshold: 4,
          },
          volumeMounts: volumes.map(({ mount }) => mount),
        },
      ],
      volumes: volumes.map(({ volume }) => volume),
    },
  };
}

/** Requests equal limits: Windows has no killer for memory beyond the request, and builds are not throttled by surprise. */
function resources({ resources: { cpu, memoryMiB }, ephemeralStorageGiB }: AgentDeploymentPlan) {
  const amounts = {
    cpu,
    memory: `${memoryMiB}Mi`,
    ...(ephemeralStorageGiB !== undefined && { "ephemeral-storage": `${ephemeralStorageGiB}Gi` }),
  };
  return { requests: amounts, limits: amounts };
}
