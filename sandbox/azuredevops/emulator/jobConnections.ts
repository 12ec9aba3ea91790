import type { Emulator } from "./call";
import { sameName } from "./organizations";
import { serviceErrors } from "./serviceError";
import type { JobRequest, OrganizationState, ServiceEndpoint } from "./state";

/** The one that federated credentials of Azure name (azure-pipelines-tasks azure-arm-rest). */
const audience = "api://AzureADTokenExchange";

/** What a step gets of the service connection that it names. */
export interface JobConnection {
  readonly id: string;
  readonly clientId: string;
  readonly tenantId: string;
  /** Made for one message, short-lived, and kept nowhere. */
  readonly idToken: string;
  /** Where the step gets another one, which takes `accessToken`. */
  readonly oidcRequestUrl: string;
  readonly accessToken: string;
}

/**
 * The service connection of that name that a pipeline may use, and otherwise why its job fails before any agent gets it: the service does
 * not tell apart what is not there and what is not permitted (MicrosoftDocs/azure-devops-docs#5888).
 */
export function connectionForJob(
  organization: OrganizationState,
  name: string,
  { projectId, definition, jobName }: Pick<JobRequest, "projectId" | "definition" | "jobName">,
): { readonly connectionId?: string; readonly refusal?: string } {
  const connection = organization.serviceEndpoints.find(
    ({ projects, failure }) =>
      failure === undefined &&
      projects.some((project) => project.projectId === projectId && sameName(project.name, name)),
  );
  if (connection === undefined || !isPermitted(organization, connection, projectId, definition.id)) {
    return {
      refusal: `The pipeline is not valid. Job ${jobName}: Step AzureCLI input azureSubscription references service connection ${name} which could not be found. The service connection does not exist, has been disabled or has not been authorized for use. For authorization details, refer to https://aka.ms/yamlauthz.`,
    };
  }
  if (connection.authorization.scheme !== "WorkloadIdentityFederation") {
    throw serviceErrors.invalidArgument(
      `Jobs of the sandbox sign in with workload identity federation only; ${name} is of scheme ${connection.authorization.scheme}.`,
    );
  }
  return { connectionId: connection.id };
}

function isPermitted(
  organization: OrganizationState,
  { id }: ServiceEndpoint,
  projectId: string,
  pipelineId: number,
): boolean {
  const permissions = organization.pipelinePermissions.find(
    (each) => each.type === "endpoint" && each.resourceId === id && each.projectId === projectId,
  );
  return (
    permissions?.allPipelines !== undefined || permissions?.pipelines.some((each) => each.id === pipelineId) === true
  );
}

/** What the job's step gets, with tokens that are made now. Undefined for a job without a connection, or whose connection is gone. */
export async function jobConnection(
  emulator: Emulator,
  organization: OrganizationState,
  job: JobRequest,
): Promise<JobConnection | undefined> {
  const connection = organization.serviceEndpoints.find(({ id }) => id === job.content.serviceConnectionId);
  if (connection === undefined) {
    return undefined;
  }
  const { parameters } = connection.authorization;
  const hub = `${emulator.url()}/${organization.name}/${job.projectId}/_apis/distributedtask/hubs/build`;
  return {
    id: connection.id,
    clientId: parameters["serviceprincipalid"] ?? "",
    tenantId: parameters["tenantid"] ?? "",
    idToken: await connectionToken(emulator, connection),
    oidcRequestUrl: `${hub}/plans/${job.planId}/jobs/${job.jobId}/oidctoken`,
    accessToken: emulator.jobTokens.issue(job),
  };
}

/** A token by which the service vouches for a service connection, for 10 minutes. */
export function connectionToken({ directory }: Emulator, { authorization }: ServiceEndpoint): Promise<string> {
  return directory.issueIdToken({
    issuer: authorization.parameters["workloadIdentityFederationIssuer"] ?? "",
    subject: authorization.parameters["workloadIdentityFederationSubject"] ?? "",
    audience,
  });
}
