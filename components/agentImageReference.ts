import * as pulumi from "@pulumi/pulumi";
import type { AgentDeploymentPlan } from "../plan/fleetPlan";
import type { AgentImage } from "./AgentImage";

/**
 * Reference of the image of a generation: the one that is named, or the one that is built, by digest, or else the one that has to be in
 * the registry already.
 */
export function agentImageReference(
  { image, builtImage = "", imageRepository, imageTag }: AgentDeploymentPlan,
  loginServer: pulumi.Input<string>,
  built: ReadonlyMap<string, AgentImage>,
): pulumi.Output<string> {
  const given = image ?? built.get(builtImage)?.reference;
  return pulumi.output(given ?? pulumi.interpolate`${loginServer}/${imageRepository}:${imageTag}`);
}
