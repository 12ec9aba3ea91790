import type { TaskAgentPool, TaskAgentQueue } from "azure-devops-node-api/interfaces/TaskAgentInterfaces";
import { ProviderError, type Properties } from "../../engine/provider/resourceProvider";
import { required, wrapped } from "./pool";
import { projectQualified } from "./projectQualified";
import type { ResourceDefinition } from "./resourceDefinition";
import { notBlank, sameText, uuid } from "./validation";

/** `azuredevops:index/queue:Queue` (terraform-provider-azuredevops v1.15.1 resource_agent_queue.go). Every change replaces. */
export const queue: ResourceDefinition = {
  inputs: {
    projectId: { type: "string", required: true, replaces: true, problem: uuid("projectId"), same: sameText },
    agentPoolId: {
      type: "integer",
      replaces: true,
      computed: true,
      conflictsWith: ["name"],
      problem: (value) => (Number(value) === 0 ? `"agentPoolId" must not be zero` : undefined),
    },
    name: {
      type: "string",
      replaces: true,
      computed: true,
      autoNamed: true,
      conflictsWith: ["agentPoolId"],
      problem: notBlank("name"),
    },
  },
  outputs: [],

  create: async ({ client }, inputs) => {
    const taskAgent = await client.taskAgent();
    const projectId = String(inputs["projectId"]);
    // Microsoft's Node client turns 404 into null, in every method.
    const created: TaskAgentQueue | null = await taskAgent
      .addAgentQueue(await queueBody(client, inputs), projectId, false)
      .catch(wrapped("creating agent queue"));
    if (created === null) {
      throw new ProviderError(`creating agent queue: The project ${projectId} does not exist.`);
    }
    const id = required(created.id);
    return { id: String(id), state: queueState(await taskAgent.getAgentQueue(id, projectId), projectId) };
  },

  read: async ({ client }, id, state) => {
    const projectId = String(state["projectId"]);
    const live: TaskAgentQueue | null = await (
      await client.taskAgent()
    )
      .getAgentQueue(Number(id), projectId)
      .catch(wrapped("reading the agent queue resource"));
    return live === null ? undefined : queueState(live, projectId);
  },

  delete: async ({ client }, id, state) => {
    const taskAgent = await client.taskAgent();
    await taskAgent.deleteAgentQueue(Number(id), String(state["projectId"])).catch(wrapped("deleting agent queue"));
  },

  importState: projectQualified,
};

async function queueBody(
  client: Parameters<ResourceDefinition["create"]>[0]["client"],
  inputs: Properties,
): Promise<TaskAgentQueue> {
  if (inputs["agentPoolId"] === undefined) {
    return { name: String(inputs["name"]) };
  }
  const id = Number(inputs["agentPoolId"]);
  const pool: TaskAgentPool | null = await (await client.taskAgent()).getAgentPool(id);
  if (pool === null) {
    throw new ProviderError(`looking up referenced agent pool: No agent pool found with identifier ${id}.`);
  }
  return { name: pool.name, pool: { id } };
}

function queueState(live: TaskAgentQueue, projectId: string): Properties {
  return { projectId, name: live.name, agentPoolId: live.pool?.id };
}
