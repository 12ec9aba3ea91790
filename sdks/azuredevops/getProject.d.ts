import type { Input, InvokeOptions, InvokeOutputOptions, Output } from "@pulumi/pulumi";

/** An existing project, by name or by id. Fails when there is none. */
export declare function getProject(args?: GetProjectArgs, opts?: InvokeOptions): Promise<GetProjectResult>;
/** The same with inputs. */
export declare function getProjectOutput(
  args?: GetProjectOutputArgs,
  opts?: InvokeOutputOptions,
): Output<GetProjectResult>;

export interface GetProjectArgs {
  name?: string;
  /** GUID. */
  projectId?: string;
}

export interface GetProjectOutputArgs {
  name?: Input<string | undefined>;
  projectId?: Input<string | undefined>;
}

export interface GetProjectResult {
  readonly description: string;
  readonly features: { [key: string]: string };
  /** GUID. */
  readonly id: string;
  readonly name?: string;
  readonly processTemplateId: string;
  readonly projectId?: string;
  readonly versionControl: string;
  readonly visibility: string;
  readonly workItemTemplate: string;
}
