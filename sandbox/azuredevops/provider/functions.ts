import type { TeamProject } from "azure-devops-node-api/interfaces/CoreInterfaces";
import { ProviderError, type Properties } from "../../engine/provider/resourceProvider";
import { poolState, required } from "./pool";
import type { RestClient } from "./restClient";
import { text } from "./text";

type ProviderFunction = (client: RestClient, args: Properties) => Promise<Properties>;

/** The functions of the official provider that the sandbox has, by their tokens. */
export const functions: Readonly<Record<string, ProviderFunction>> = {
  "azuredevops:index/getProject:getProject": getProject,
  "azuredevops:index/getPool:getPool": getPool,
  "azuredevops:index/getAgentQueue:getAgentQueue": getAgentQueue,
};

async function getProject(client: RestClient, { name, projectId }: Properties): Promise<Properties> {
  if ((name === undefined) === (projectId === undefined)) {
    throw new ProviderError("one of `name,project_id` must be specified");
  }
  const core = await client.core();
  const project: TeamProject | null = await core.getProject(String(projectId ?? name), true);
  if (project === null) {
    throw new ProviderError(`Project with name ${text(name)} or ID ${text(projectId)} does not exist `);
  }
  const { processTemplate, versioncontrol } = project.capabilities ?? {};
  return {
    id: project.id,
    projectId: project.id,
    name: project.name,
    description: project.description ?? "",
    visibility: "private",
    versionControl: versioncontrol?.["sourceControlType"],
    processTemplateId: processTemplate?.["templateTypeId"],
    workItemTemplate: processTemplate?.["templateName"],
    features: {},
  };
}

async function getPool(client: RestClient, { name }: Properties): Promise<Properties> {
  const found = await (await client.taskAgent()).getAgentPools(String(name));
  const [pool, second] = found;
  if (second !== undefined) {
    throw new ProviderError(`Found multiple agent pools for name: ${String(name)}.`);
  }
  if (pool === undefined) {
    throw new ProviderError(`Unable to find agent pool with name: ${String(name)}`);
  }
  return { id: String(required(pool.id)), ...poolState(pool) };
}

async function getAgentQueue(client: RestClient, { name, projectId }: Properties): Promise<Properties> {
  const found = await (await client.taskAgent()).getAgentQueues(String(projectId), String(name));
  const [queue, second] = found;
  if (second !== undefined) {
    throw new ProviderError(`getting agent queue by name: Found multiple agent queues for name: ${String(name)}.`);
  }
  if (queue === undefined) {
    throw new ProviderError(`getting agent queue by name: Unable to find agent queues with name: ${String(name)}`);
  }
  return { id: String(required(queue.id)), name: queue.name, agentPoolId: queue.pool?.id, projectId: queue.projectId };
}
