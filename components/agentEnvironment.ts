import type { core } from "@pulumi/kubernetes/types/input";
import { connectionVariables } from "./agentConnection";
import type { AgentPodArgs } from "./agentPod";

/** Kubelet adds them to every container, also without service links (kubernetes/kubernetes pkg/kubelet/envvars). */
const kubernetesVariables = [
  "KUBERNETES_SERVICE_HOST",
  "KUBERNETES_SERVICE_PORT",
  "KUBERNETES_SERVICE_PORT_HTTPS",
  "KUBERNETES_PORT",
  "KUBERNETES_PORT_443_TCP",
  "KUBERNETES_PORT_443_TCP_PROTO",
  "KUBERNETES_PORT_443_TCP_PORT",
  "KUBERNETES_PORT_443_TCP_ADDR",
];

/**
 * What the supervisor in the image reads. Holds no secret: jobs inherit the environment, and every variable would become a
 * capability of the agent, which is what `VSO_AGENT_IGNORE` prevents.
 */
export function agentEnvironment(args: AgentPodArgs): core.v1.EnvVar[] {
  const { plan } = args;
  const variables = {
    ...connectionVariables(plan, args),
    AZP_DRAIN_TIMEOUT_MINUTES: String(plan.drainTimeoutMinutes),
    AZP_CAPABILITIES: JSON.stringify(plan.capabilities),
    // Where `fleet build` in a job builds, unless it is told.
    FLEET_REGISTRY: args.registryId,
    ...(plan.debugHoldMinutes > 0 && { AGENT_DEBUG_HOLD: String(plan.debugHoldMinutes) }),
  };
  const ignored = ["AZP_AGENT_NAME", ...Object.keys(variables), ...kubernetesVariables, "VSO_AGENT_IGNORE"];
  return [
    // The pod's name, whole: a Windows computer name is cut to 15 characters (azure-devops-docs#12215).
    { name: "AZP_AGENT_NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
    ...Object.entries(variables).map(([name, value]) => ({ name, value })),
    { name: "VSO_AGENT_IGNORE", value: ignored.join(",") },
  ];
}
