import type * as pulumi from "@pulumi/pulumi";
import type { core } from "@pulumi/kubernetes/types/input";
import type { AgentDeploymentPlan } from "../plan/fleetPlan";
import { agentEnvironment } from "./agentEnvironment";
import { agentPaths } from "./agentPaths";
import { credentialVolume } from "./agentCredentials";
import { agentVolume } from "./agentVolume";

/** How an agent proves to Azure DevOps who it is. */
export type AgentCredentials =
  | {
      readonly kind: "workloadIdentity";
      readonly clientId: pulumi.Input<string>;
      readonly tenantId: pulumi.Input<string>;
    }
  | {
      readonly kind: "personalAccessToken";
      /** Kubernetes Secret with the key `token`. */
      readonly secretName: pulumi.Input<string>;
    };

export interface AgentPodArgs {
  readonly plan: AgentDeploymentPlan;
  readonly image: pulumi.Input<string>;
  readonly orgServiceUrl: string;
  readonly agentPoolName: pulumi.Input<string>;
  readonly serviceAccountName: pulumi.Input<string>;
  readonly credentials: AgentCredentials;
  readonly labels: Readonly<Record<string, string>>;
}

/** Pod template of one generation of an agent class. Everything in it follows from the arguments. */
export function agentPod(args: AgentPodArgs): core.v1.PodTemplateSpec {
  const { plan, credentials } = args;
  const credential = credentialVolume(credentials);
  const volumes = plan.volumes.map(agentVolume);
  return {
    metadata: {
      labels: { ...args.labels },
      // On the pod and as text, or the autoscaler does not see it (Azure/AKS#4293).
      annotations: { "cluster-autoscaler.kubernetes.io/safe-to-evict": "false" },
    },
    spec: {
      os: { name: plan.osType === "Windows" ? "windows" : "linux" },
      ...(plan.runtimeClassName !== undefined && { runtimeClassName: plan.runtimeClassName }),
      nodeSelector: { ...plan.nodeSelector },
      tolerations: plan.tolerations.map((toleration) => ({ ...toleration })),
      serviceAccountName: args.serviceAccountName,
      automountServiceAccountToken: false,
      // Every variable of the container becomes a capability of the agent, those of all services too.
      enableServiceLinks: false,
      terminationGracePeriodSeconds: plan.terminationGracePeriodSeconds,
      ...podSecurity[plan.osType],
      containers: [
        {
          name: "agent",
          image: args.image,
          imagePullPolicy: "IfNotPresent",
          command: supervisor(plan, "run"),
          env: agentEnvironment(args),
          resources: resources(plan),
          ...containerSecurity[plan.osType],
          // The agent itself cannot finish a job and then stop; on Windows no signal arrives at all
          // (azure-pipelines-agent Agent.cs, microsoft/hcsshim#1416).
          lifecycle: { preStop: { exec: { command: supervisor(plan, "drain") } } },
          // Ready means registered. No liveness probe: it would end running jobs.
          readinessProbe: {
            exec: { command: supervisor(plan, "health") },
            initialDelaySeconds: 10,
            periodSeconds: 30,
            timeoutSeconds: 20,
            failureThreshold: 4,
          },
          volumeMounts: [credential.mount, ...volumes.map(({ mount }) => mount)],
        },
      ],
      volumes: [credential.volume, ...volumes.map(({ volume }) => volume)],
    },
  };
}

function supervisor({ osType }: AgentDeploymentPlan, command: "run" | "drain" | "health"): string[] {
  const { node, supervisor: program } = agentPaths[osType];
  return [node, program, command];
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

/** Numeric user of the Linux image. */
const linuxUser = 1000;

/** The API server refuses every Linux field on a Windows pod (kubernetes/kubernetes#125012), so nothing is shared. */
const podSecurity = {
  Windows: {
    // What servercore images run as anyway. Jobs install tools, and the agent keeps its keys in the machine's store.
    securityContext: { windowsOptions: { runAsUserName: "ContainerAdministrator" } },
  },
  Linux: {
    securityContext: {
      runAsNonRoot: true,
      runAsUser: linuxUser,
      runAsGroup: linuxUser,
      fsGroup: linuxUser,
      seccompProfile: { type: "RuntimeDefault" },
    },
    // The pod's pause process then reaps what jobs leave behind; a Node process as the first one does not.
    shareProcessNamespace: true,
  },
};

const containerSecurity = {
  Windows: {},
  Linux: { securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } } },
};
