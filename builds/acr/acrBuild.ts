import type { BuildContext } from "../buildContext";

/** Which registry builds, as Azure Resource Manager knows it. */
export interface RegistryReference {
  readonly subscriptionId: string;
  readonly resourceGroupName: string;
  readonly name: string;
  /** Read from the registry: with a domain name label it is not `<name>.azurecr.io`. */
  readonly loginServer: string;
  /** An ABAC registry wants the caller's identity named in the request. Default "RBAC". */
  readonly roleAssignmentMode?: "RBAC" | "ABAC";
}

/** One image to be built by ACR Tasks. */
export interface AcrBuildRequest {
  readonly registry: RegistryReference;
  readonly context: BuildContext;
  /** Path in the context. */
  readonly dockerfile: string;
  /** `repository:tag`, one at least. */
  readonly images: readonly string[];
  readonly os: "Windows" | "Linux";
  readonly buildArguments: Readonly<Record<string, string>>;
  /** Not shown in the run's log by the service. */
  readonly secretBuildArguments?: Readonly<Record<string, string>>;
  /** Stage to build. Default: the last. */
  readonly target?: string;
  /** Default false. */
  readonly noCache?: boolean;
  /** Of the run, 300 to 28800. Default 3600. */
  readonly timeoutSeconds?: number;
  /** Whether a queued, running or succeeded run of the first image is taken instead of starting another. Default false. */
  readonly adopt?: boolean;
}

export interface BuiltImage {
  readonly loginServer: string;
  /** The images with their digest, in the order of the request. */
  readonly images: readonly { readonly repository: string; readonly tag: string; readonly digest: string }[];
  readonly runId: string;
  /** Whether an earlier run was taken. */
  readonly adopted: boolean;
}

/** What a person follows while it is built. */
export interface BuildObserver {
  /** A step of the way, such as "uploading the context (1.2 of 3.4 MiB)". */
  progress(message: string): void;
  /** A line of the build's log. */
  log(line: string): void;
}
