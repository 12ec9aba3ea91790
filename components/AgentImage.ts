import * as pulumi from "@pulumi/pulumi";
import type { AgentImagePlan } from "../plan/imagePlan";
import { ImageBuild, imageBuildType } from "./imageBuild/ImageBuild";
import { imageContextHash } from "./imageBuild/imageContext";
import { imageTag } from "./imageBuild/imageTag";
import { laterError } from "./laterError";

/**
 * An image of agents, built in the registry by ACR Tasks when what it is made of has changed. It needs the registry and nothing of the
 * cluster, so both come up side by side. A build may take up to an hour, and costs its minutes.
 */
export interface AgentImageArgs {
  readonly plan: AgentImagePlan;
  readonly registryId: pulumi.Input<string>;
  readonly loginServer: pulumi.Input<string>;
  readonly roleAssignmentMode: "RBAC" | "ABAC";
  /** What the Dockerfile's base argument gets: with a digest, or at least a tag that names a version. */
  readonly baseImage: pulumi.Input<string>;
  readonly agentVersion: string;
  /** Beside the base. Shown in previews: no secrets. */
  readonly buildArguments: Readonly<Record<string, string>>;
}

export class AgentImage extends pulumi.ComponentResource {
  /** By digest: `<login server>/<repository>@sha256:…`. Known in a preview when the image is not built again. */
  readonly reference: pulumi.Output<string>;

  constructor(name: string, args: AgentImageArgs, opts?: pulumi.ComponentResourceOptions) {
    super("aks-agents:components:AgentImage", name, {}, opts);
    const { plan, registryId, loginServer, roleAssignmentMode, baseImage, agentVersion, buildArguments } = args;
    const { repository, osType: os, contextFolder, dockerfile, baseArgument, usedBy } = plan;
    const contextHash = hashOf(contextFolder, dockerfile);
    const tag = pulumi
      .all([contextHash, baseImage])
      .apply(([hash, base]) =>
        imageTag({ os, baseImage: base, baseArgument, dockerfile, contextHash: hash, buildArguments }),
      );
    const build = new ImageBuild(
      `${name}-build`,
      {
        resourceUrn: pulumi.createUrn(`${name}-build`, imageBuildType, this),
        registryId,
        loginServer,
        roleAssignmentMode,
        repository,
        tag,
        os,
        baseImage,
        baseArgument,
        agentVersion,
        contextFolder,
        dockerfile,
        contextHash,
        buildArguments: { ...buildArguments },
        usedBy: [...usedBy],
      },
      { parent: this },
    );
    this.reference = pulumi.interpolate`${loginServer}/${repository}@${build.digest}`;
    this.registerOutputs({ reference: this.reference });
  }
}

/** Nobody catches what an output is made of, so its error has to be one for people. */
async function hashOf(contextFolder: string, dockerfile: string): Promise<string> {
  try {
    return await imageContextHash(contextFolder, dockerfile);
  } catch (error) {
    throw laterError(error instanceof Error ? error.message : String(error));
  }
}
