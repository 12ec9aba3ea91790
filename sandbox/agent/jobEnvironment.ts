import { hostname } from "node:os";
import { join } from "node:path";
import { agentSystem } from "./agentSystem";
import { agentVersion } from "./agentVersion";
import type { ServiceConnection, WorkerOrder } from "./jobMessage";

/** What a job's steps find in their environment: all that the agent has, and the usual variables of a pipeline. */
export function jobEnvironment(
  { job, agent }: WorkerOrder,
  root: string,
  workFolder: string,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const workspace = join(workFolder, "1");
  const { definition } = job.plan;
  return {
    ...environment,
    AGENT_BUILDDIRECTORY: workspace,
    AGENT_HOMEDIRECTORY: root,
    AGENT_ID: String(agent.id),
    AGENT_JOBNAME: job.jobDisplayName,
    AGENT_JOBSTATUS: "Succeeded",
    AGENT_MACHINENAME: hostname(),
    AGENT_NAME: agent.name,
    AGENT_OS: agentSystem(environment).name,
    AGENT_TEMPDIRECTORY: join(workFolder, "_temp"),
    AGENT_TOOLSDIRECTORY: join(workFolder, "_tool"),
    AGENT_VERSION: agentVersion,
    AGENT_WORKFOLDER: workFolder,
    BUILD_ARTIFACTSTAGINGDIRECTORY: join(workspace, "a"),
    BUILD_BINARIESDIRECTORY: join(workspace, "b"),
    BUILD_BUILDID: String(job.requestId),
    BUILD_BUILDNUMBER: String(job.requestId),
    BUILD_DEFINITIONNAME: definition.name,
    BUILD_SOURCESDIRECTORY: join(workspace, "s"),
    PIPELINE_WORKSPACE: workspace,
    SYSTEM_DEFAULTWORKINGDIRECTORY: join(workspace, "s"),
    SYSTEM_DEFINITIONID: String(definition.id),
    SYSTEM_JOBID: job.jobId,
    SYSTEM_PLANID: job.plan.planId,
    SYSTEM_TEAMFOUNDATIONCOLLECTIONURI: `${agent.serverUrl.replace(/\/+$/, "")}/`,
    TF_BUILD: "True",
    ...azureVariables(job.serviceConnection),
  };
}

/** What the AzureCLI task adds with `addSpnToEnvironment` (azure-pipelines-tasks AzureCLIV2 azureclitask.ts). */
function azureVariables(connection: ServiceConnection | undefined): NodeJS.ProcessEnv {
  if (connection === undefined) {
    return {};
  }
  const { id, clientId, tenantId, idToken, oidcRequestUrl, accessToken } = connection;
  return {
    servicePrincipalId: clientId,
    idToken,
    tenantId,
    AZURESUBSCRIPTION_SERVICE_CONNECTION_ID: id,
    AZURESUBSCRIPTION_CLIENT_ID: clientId,
    AZURESUBSCRIPTION_TENANT_ID: tenantId,
    SYSTEM_OIDCREQUESTURI: oidcRequestUrl,
    // A step has it only if its pipeline maps it, as the template for builds does.
    SYSTEM_ACCESSTOKEN: accessToken,
  };
}
