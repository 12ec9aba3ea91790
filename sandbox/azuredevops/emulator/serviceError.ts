/** An error answer of the service: status, and the body that all of its REST areas share. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Name of the exception class that clients look at. */
    readonly typeKey: string,
    /** Namespace of that class. */
    readonly namespace: string,
  ) {
    super(message);
  }

  get body() {
    return {
      $id: "1",
      innerException: null,
      message: this.message,
      typeName: `${this.namespace}.${this.typeKey}, ${this.namespace}`,
      typeKey: this.typeKey,
      errorCode: 0,
      eventId: 3000,
    };
  }
}

const distributedTask = "Microsoft.TeamFoundation.DistributedTask.WebApi";
const framework = "Microsoft.TeamFoundation.Framework.Server";
const services = "Microsoft.VisualStudio.Services.WebApi";
const core = "Microsoft.TeamFoundation.Core.WebApi";

/**
 * The errors that the emulator gives. Texts are the service's own where a public report quotes one (named beside it);
 * the others are worded after them, and clients tell them apart by `typeKey` and status alone.
 */
export const serviceErrors = {
  /** aztfmod/level0#22 */
  poolExists: (name: string) =>
    new ServiceError(409, `Agent pool ${name} already exists.`, "TaskAgentPoolExistsException", distributedTask),
  /** microsoft/azure-pipelines-agent#876 */
  poolNotFound: (id: string | number) =>
    new ServiceError(
      404,
      `No agent pool found with identifier ${id}.`,
      "TaskAgentPoolNotFoundException",
      distributedTask,
    ),
  queueExists: (name: string, project: string) =>
    new ServiceError(
      409,
      `Agent queue ${name} already exists in project ${project}.`,
      "TaskAgentQueueExistsException",
      distributedTask,
    ),
  queueNotFound: (id: string | number) =>
    new ServiceError(
      404,
      `No agent queue found with identifier ${id}.`,
      "TaskAgentQueueNotFoundException",
      distributedTask,
    ),
  /** microsoft/azure-pipelines-agent#5174 */
  agentExists: (pool: string, agent: string) =>
    new ServiceError(
      409,
      `Pool ${pool} already contains an agent with name ${agent}.`,
      "TaskAgentExistsException",
      distributedTask,
    ),
  agentNotFound: (id: string | number, pool: string) =>
    new ServiceError(
      404,
      `No agent found in pool ${pool} with identifier ${id}.`,
      "TaskAgentNotFoundException",
      distributedTask,
    ),
  /** MicrosoftDocs/azure-devops-docs#10586 */
  agentRunsJob: (pool: string, agent: string) =>
    new ServiceError(
      400,
      `Agent "${agent}" is running a job for pool "${pool}"`,
      "TaskAgentJobStillRunningException",
      distributedTask,
    ),
  /** microsoft/azure-pipelines-agent#720 */
  sessionConflict: (agent: string, owner: string) =>
    new ServiceError(
      409,
      `The task agent ${agent} already has an active session for owner ${owner}.`,
      "TaskAgentSessionConflictException",
      distributedTask,
    ),
  sessionExpired: (id: string) =>
    new ServiceError(
      404,
      `The session ${id} has expired or does not exist.`,
      "TaskAgentSessionExpiredException",
      distributedTask,
    ),
  jobNotFound: (id: string | number) =>
    new ServiceError(404, `Cannot find job request ${id}.`, "TaskAgentJobNotFoundException", distributedTask),
  planNotFound: (id: string) =>
    new ServiceError(
      404,
      `No plan found for identifier ${id}.`,
      "TaskOrchestrationPlanNotFoundException",
      distributedTask,
    ),
  /** microsoft/azure-pipelines-agent#931, MicrosoftDocs/azure-devops-docs#13093 */
  accessDenied: (who: string, permission: string, pool?: string) =>
    new ServiceError(
      403,
      `Access denied. ${who} needs ${permission} permissions ${pool === undefined ? "" : `for pool ${pool} `}to perform the action. ` +
        "For more information, contact the Azure DevOps Server administrator.",
      "AccessDeniedException",
      distributedTask,
    ),
  endpointExists: (name: string) =>
    new ServiceError(
      409,
      `Service connection with name ${name} already exists. Only a user having Administrator/User role permissions on service connection ${name} can see it.`,
      "DuplicateServiceConnectionException",
      "Microsoft.VisualStudio.Services.ServiceEndpoints.WebApi",
    ),
  endpointNotFound: (id: string) =>
    new ServiceError(
      404,
      `Service endpoint with id ${id} was not found.`,
      "ServiceEndpointNotFoundException",
      "Microsoft.VisualStudio.Services.ServiceEndpoints.WebApi",
    ),
  /** No agent of the pool could ever run the job: kedacore/keda#6371 */
  noAgentForDemands: (pool: string, demands: readonly string[]) =>
    new ServiceError(
      400,
      `No agent found in pool ${pool} which satisfies the specified demands: ${demands.join(", ")}`,
      "TaskAgentNotFoundException",
      distributedTask,
    ),
  projectNotFound: (name: string) =>
    new ServiceError(
      404,
      `TF200016: The following project does not exist: ${name}. Verify that the name of the project is correct and that the project exists on the specified Azure DevOps Server.`,
      "ProjectDoesNotExistWithNameException",
      core,
    ),
  memberNotFound: (id: string) =>
    new ServiceError(404, `The identity ${id} was not found.`, "IdentityNotFoundException", services),
  /** microsoft/terraform-provider-azuredevops#901 */
  unauthorized: (user: string) =>
    new ServiceError(
      401,
      `TF400813: The user '${user}' is not authorized to access this resource.`,
      "UnauthorizedRequestException",
      framework,
    ),
  /** a11smiles/GitSync#16 */
  neverSignedIn: (tenantId: string, objectId: string) =>
    new ServiceError(
      401,
      `TF401444: Please sign-in at least once as ${tenantId}\\${tenantId}\\${objectId} in a web browser to enable access to the service.`,
      "UnauthorizedRequestException",
      framework,
    ),
  scopeMissing: () =>
    new ServiceError(
      401,
      "TF400813: The personal access token does not have the scope that this request needs.",
      "UnauthorizedRequestException",
      framework,
    ),
  invalidArgument: (message: string) => new ServiceError(400, message, "VssPropertyValidationException", services),
  versionNotSpecified: (method: string) =>
    new ServiceError(
      400,
      `No api-version was supplied for the "${method}" request. The version must be supplied either as part of the Accept header (e.g. "application/json; api-version=1.0") or as a query parameter (e.g. "?api-version=1.0").`,
      "VssVersionNotSpecifiedException",
      services,
    ),
  underPreview: (version: string) =>
    new ServiceError(
      400,
      `The requested version "${version}" of the resource is under preview. The -preview flag must be supplied in the api-version for such requests. For example: "${version}-preview"`,
      "VssInvalidPreviewVersionException",
      services,
    ),
  notFound: (path: string) =>
    new ServiceError(404, `The controller for path '${path}' was not found.`, "HttpException", "System.Web"),
};
