import type { core } from "@pulumi/kubernetes/types/input";
import type { AgentClassPlan, AgentDeploymentPlan } from "../plan/fleetPlan";

/**
 * Pod Security Standard of a class's namespace. Linux agents run under the strictest. That one asks Windows pods for
 * `runAsNonRoot`, and no Linux security field belongs into those (kubernetes/kubernetes#125012), so they run under `baseline`.
 */
export function podSecurityLabels({ deployments }: Pick<AgentClassPlan, "deployments">): Record<string, string> {
  const level = deployments.some(({ osType }) => osType === "Windows") ? "baseline" : "restricted";
  return Object.fromEntries(["enforce", "warn", "audit"].map((mode) => [`pod-security.kubernetes.io/${mode}`, level]));
}

/** Numeric user of the Linux image. */
const linuxUser = 1000;

/**
 * Security of the whole pod. The API server refuses every Linux field on a Windows pod (kubernetes/kubernetes#125012), so nothing
 * is shared.
 */
export function podSecurity(
  plan: Pick<AgentDeploymentPlan, "osType" | "gmsaCredentialSpecName">,
): Pick<core.v1.PodSpec, "securityContext"> {
  if (plan.osType === "Windows") return { securityContext: { windowsOptions: windowsOptions(plan) } };
  return {
    securityContext: {
      runAsNonRoot: true,
      runAsUser: linuxUser,
      runAsGroup: linuxUser,
      fsGroup: linuxUser,
      seccompProfile: { type: "RuntimeDefault" },
    },
  };
}

/** Security of the container, as the restricted Pod Security Standard wants it on Linux. */
export function containerSecurity({
  osType,
}: Pick<AgentDeploymentPlan, "osType">): Pick<core.v1.Container, "securityContext"> {
  return osType === "Windows"
    ? {}
    : { securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } } };
}

function windowsOptions({ gmsaCredentialSpecName }: Pick<AgentDeploymentPlan, "gmsaCredentialSpecName">) {
  return gmsaCredentialSpecName === undefined
    ? // What servercore images run as anyway. Jobs install tools, and the agent keeps its keys in the machine's store.
      { runAsUserName: "ContainerAdministrator" }
    : // A group managed service account is who Local System is on the network, and no other administrator
      // (Virtualization-Documentation gmsa-configure-app.md).
      { runAsUserName: "NT AUTHORITY\\SYSTEM", gmsaCredentialSpecName };
}
