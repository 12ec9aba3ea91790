import * as pulumi from "@pulumi/pulumi";
import type { AgentDeploymentPlan } from "../plan/fleetPlan";

/** Reference of the image of a generation. */
export function agentImage(
  plan: Pick<AgentDeploymentPlan, "image" | "imageRepository" | "imageTag">,
  loginServer: pulumi.Input<string>,
): pulumi.Output<string> {
  return pulumi.output(plan.image ?? pulumi.interpolate`${loginServer}/${plan.imageRepository}:${plan.imageTag}`);
}
