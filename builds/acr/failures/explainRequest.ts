import { RestError } from "@azure/core-rest-pipeline";
import { BuildError } from "../../buildError";
import type { RegistryReference } from "../acrBuild";
import { networkFailure } from "./networkFailure";

/** What is asked of the resource manager, as a role definition calls it after "Microsoft.ContainerRegistry/registries/". */
export type TaskOperation =
  | "read"
  | "listBuildSourceUploadUrl/action"
  | "scheduleRun/action"
  | "runs/read"
  | "runs/listLogSasUrl/action"
  | "runs/cancel/action";

/** What a message needs to say where. */
export type RegistryName = Pick<RegistryReference, "name"> & Partial<RegistryReference>;

interface Refusal {
  readonly operation: TaskOperation;
  readonly registry: RegistryName;
  /** The service's own words. */
  readonly message: string;
}

type Explain = (refusal: Refusal) => BuildError;

const notSignedIn: Explain = ({ message }) =>
  new BuildError(
    "not-signed-in",
    `Azure does not know who asks: ${message}`,
    "Sign in with `az login`, or set the ARM_ variables of a service principal. In a pipeline, the AzureCLI task with `addSpnToEnvironment: true` does it; its token lasts about an hour.",
  );

/** msal hides the reason of a connection that failed. */
const signInUnreachable: Explain = () =>
  new BuildError(
    "network",
    "The server where one signs in to Azure was not reached.",
    "Check the network and its firewall; in the public cloud it is login.microsoftonline.com. A proxy is named in HTTPS_PROXY; an authority of your own in NODE_EXTRA_CA_CERTS.",
  );

const unknownRegistry: Explain = ({ registry, message }) =>
  new BuildError(
    "unknown-registry",
    `There is no registry ${registry.name}${registry.resourceGroupName === undefined ? "" : ` in the resource group ${registry.resourceGroupName}`}: ${message}`,
    "Check the name, the subscription (ARM_SUBSCRIPTION_ID) and the tenant.",
  );

/** F110, F105: who may push may not build. Roles: learn.microsoft.com/azure/container-registry/container-registry-rbac-built-in-roles-directory-reference. */
const missingPermission: Explain = ({ operation, registry }) =>
  new BuildError(
    "missing-permission",
    `The identity that is signed in may not do Microsoft.ContainerRegistry/registries/${operation} on the registry ${registry.name}.`,
    `Give it the role Container Registry Tasks Contributor on the registry; AcrPush does not start builds.` +
      (registry.roleAssignmentMode === "ABAC"
        ? " This registry checks permissions by repository: it needs Container Registry Repository Writer and Container Registry Repository Catalog Lister too."
        : "") +
      " A role that was given just now takes minutes to act.",
  );

/** F108. */
const tasksNotAllowed: Explain = ({ registry }) =>
  new BuildError(
    "tasks-not-allowed",
    `The subscription of the registry ${registry.name} may not use ACR Tasks (TasksOperationsNotAllowed): Azure blocks them in free and trial subscriptions.`,
    "Use a subscription that is paid for, or ask Azure's support to allow it (aka.ms/azuresupport). Images for Linux can be built in the cluster by kaniko instead; images for Windows cannot.",
  );

const tooManyRequests: Explain = ({ message }) =>
  new BuildError(
    "too-many-requests",
    `Azure takes no more requests for the moment: ${message}`,
    "Start the build again in some minutes.",
  );

/** By the service's error code. Codes: learn.microsoft.com/azure/azure-resource-manager/troubleshooting/common-deployment-errors. */
const byCode: Readonly<Record<string, Explain>> = {
  TasksOperationsNotAllowed: tasksNotAllowed,
  AuthorizationFailed: missingPermission,
  LinkedAuthorizationFailed: missingPermission,
  ResourceNotFound: unknownRegistry,
  ResourceGroupNotFound: unknownRegistry,
  SubscriptionNotFound: unknownRegistry,
  RegistryNotFound: unknownRegistry,
  AuthenticationFailed: notSignedIn,
  InvalidAuthenticationToken: notSignedIn,
  InvalidAuthenticationTokenTenant: notSignedIn,
  ExpiredAuthenticationToken: notSignedIn,
  TooManyRequests: tooManyRequests,
};

/** By the status, for codes that are not known. */
const byStatus: Readonly<Record<number, Explain>> = {
  401: notSignedIn,
  403: missingPermission,
  429: tooManyRequests,
};

/** Errors of @azure/identity. */
const signInErrors: ReadonlySet<string> = new Set([
  "CredentialUnavailableError",
  "AuthenticationError",
  "AuthenticationRequiredError",
  "AggregateAuthenticationError",
]);

/** What a request to the resource manager failed of, and what to do. */
export function explainRequest(error: unknown, operation: TaskOperation, registry: RegistryName): BuildError {
  if (error instanceof BuildError) {
    return error;
  }
  const message = firstLine(error);
  const refusal: Refusal = { operation, registry, message };
  const network = networkFailure(error, `asking for ${operation} of the registry ${registry.name}`, hostOf(error));
  if (network !== undefined) {
    return network;
  }
  if (error instanceof Error && signInErrors.has(error.name)) {
    return /^network_error|endpoints_resolution_error/.test(message)
      ? signInUnreachable(refusal)
      : notSignedIn(refusal);
  }
  if (error instanceof RestError) {
    const explain = byCode[error.code ?? ""] ?? byStatus[error.statusCode ?? 0];
    if (explain !== undefined) {
      return explain(refusal);
    }
  }
  const code = error instanceof RestError && error.code !== undefined ? ` (${error.code})` : "";
  return new BuildError(
    "request-refused",
    `Azure did not do ${operation} of the registry ${registry.name}${code}: ${message}`,
    "The words are the service's own. Where they do not help, status.azure.com tells of disturbances.",
  );
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split(/\r?\n/, 1)[0] ?? "";
}

function hostOf(error: unknown): string {
  const url = error instanceof RestError ? error.request?.url : undefined;
  return url === undefined ? "Azure" : new URL(url).host;
}
