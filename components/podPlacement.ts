import type { core } from "@pulumi/kubernetes/types/input";
import type { AgentDeploymentPlan } from "../plan/fleetPlan";

/** The part of a pod that says on which nodes it runs: the same for agents and for the job that prunes them. */
export function podPlacement(
  plan: Pick<AgentDeploymentPlan, "osType" | "runtimeClassName" | "nodeSelector" | "tolerations">,
): Pick<core.v1.PodSpec, "os" | "runtimeClassName" | "nodeSelector" | "tolerations"> {
  return {
    os: { name: plan.osType === "Windows" ? "windows" : "linux" },
    ...(plan.runtimeClassName !== undefined && { runtimeClassName: plan.runtimeClassName }),
    nodeSelector: { ...plan.nodeSelector },
    tolerations: plan.tolerations.map((toleration) => ({ ...toleration })),
  };
}
