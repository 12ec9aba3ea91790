import type { BuiltInRole } from "./buildRoles";
import type { AgentOs, PipelineAuthorizations } from "./fleetPlan";

/** An image that the registry builds while the cluster comes up. */
export interface AgentImagePlan {
  /** The component's name. */
  readonly name: string;
  readonly repository: string;
  /** What it runs on: a Windows version, or Linux. */
  readonly os: AgentOs;
  readonly osType: "Windows" | "Linux";
  /** Folder of the build context, relative to the program's. */
  readonly contextFolder: string;
  /** Path of the Dockerfile in it. */
  readonly dockerfile: string;
  /** Build argument that names the base. */
  readonly baseArgument: string;
  /** Image of the program that it is built from, by its name here; absent: the operating system's, as pinned. */
  readonly builtFrom?: string;
  /** Names of the Deployments that run it, or an image built from it. */
  readonly usedBy: readonly string[];
}

/** A service connection without a key, and what its identity may do. */
export interface PipelineConnectionPlan {
  /** Unique in the project. */
  readonly name: string;
  readonly pipelines: PipelineAuthorizations;
  /** Roles on the registry and on nothing else. */
  readonly registryRoles: readonly BuiltInRole[];
  /** Role on the container of build contexts and on nothing else. */
  readonly contextRole: BuiltInRole;
}
