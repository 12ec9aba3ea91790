/**
 * What is known of an image before it is built. Each value is a line of its own in a preview, and the state holds all of them: no
 * secret, no path of this machine.
 */
export interface ImageBuildInputs {
  /** URN of the resource itself: progress is shown there. */
  readonly resourceUrn: string;
  /** Azure Resource Manager id of the registry. */
  readonly registryId: string;
  readonly loginServer: string;
  readonly roleAssignmentMode: "RBAC" | "ABAC";
  /** Such as "agents/windows2022". */
  readonly repository: string;
  /** Hash of everything that the image is made of. */
  readonly tag: string;
  readonly os: "Windows" | "Linux";
  /** With its digest where one is known. */
  readonly baseImage: string;
  /** Build argument that names the base. */
  readonly baseArgument: string;
  /** Version of the Azure Pipelines agent inside. */
  readonly agentVersion: string;
  /** Folder of the build context, relative to the program's. */
  readonly contextFolder: string;
  /** Path of the Dockerfile in it. */
  readonly dockerfile: string;
  readonly contextHash: string;
  readonly buildArguments: Readonly<Record<string, string>>;
  /** Deployments that restart when the image changes. */
  readonly usedBy: readonly string[];
}

export interface ImageBuildOutputs extends ImageBuildInputs {
  /** Such as "sha256:…". */
  readonly digest: string;
  /** Run of the registry's task service that built it. */
  readonly runId: string;
}
