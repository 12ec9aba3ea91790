import type { AgentClassPlan } from "../plan/fleetPlan";

/**
 * Pod Security Standard of a class's namespace. Linux agents run under the strictest. That one asks Windows pods for
 * `runAsNonRoot`, and no Linux security field belongs into those (kubernetes/kubernetes#125012), so they run under `baseline`.
 */
export function podSecurityLabels({ deployments }: Pick<AgentClassPlan, "deployments">): Record<string, string> {
  const level = deployments.some(({ osType }) => osType === "Windows") ? "baseline" : "restricted";
  return Object.fromEntries(["enforce", "warn", "audit"].map((mode) => [`pod-security.kubernetes.io/${mode}`, level]));
}
