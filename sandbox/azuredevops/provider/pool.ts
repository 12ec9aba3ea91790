import type { TaskAgentPool } from "azure-devops-node-api/interfaces/TaskAgentInterfaces";
import { TaskAgentPoolType } from "azure-devops-node-api/interfaces/TaskAgentInterfaces";
import { ProviderError, type Properties } from "../../engine/provider/resourceProvider";
import type { ResourceContext, ResourceDefinition } from "./resourceDefinition";
import { notBlank, oneOf, sameText } from "./validation";

const poolTypes: Readonly<Record<string, TaskAgentPoolType>> = {
  automation: TaskAgentPoolType.Automation,
  deployment: TaskAgentPoolType.Deployment,
};

/** `azuredevops:index/pool:Pool` (terraform-provider-azuredevops v1.15.1 resource_agent_pool.go). */
export const pool: ResourceDefinition = {
  inputs: {
    name: { type: "string", autoNamed: true, problem: notBlank("name") },
    poolType: {
      type: "string",
      replaces: true,
      default: "automation",
      problem: oneOf("poolType", Object.keys(poolTypes)),
      same: sameText,
    },
    autoProvision: { type: "boolean", default: false },
    autoUpdate: { type: "boolean", default: true },
  },
  outputs: [],

  create: async (context, inputs) => {
    const taskAgent = await context.client.taskAgent();
    const created = await taskAgent
      .addAgentPool(poolBody(inputs))
      .catch(wrapped("creating agent pool in Azure DevOps"));
    const id = required(created.id);
    if (inputs["autoUpdate"] === false) {
      // Creation leaves it on.
      await taskAgent.updateAgentPool(poolBody(inputs), id).catch(wrapped("updating agent pool in Azure DevOps"));
      await settled(context, id, inputs);
    }
    return { id: String(id), state: poolState(await taskAgent.getAgentPool(id)) };
  },

  read: async ({ client }, id) => {
    const live: TaskAgentPool | null = await (await client.taskAgent()).getAgentPool(Number(id));
    return live === null ? undefined : poolState(live);
  },

  update: async (context, id, inputs) => {
    const taskAgent = await context.client.taskAgent();
    await taskAgent.updateAgentPool(poolBody(inputs), Number(id)).catch(wrapped("updating agent pool in Azure DevOps"));
    await settled(context, Number(id), inputs);
    return poolState(await taskAgent.getAgentPool(Number(id)));
  },

  delete: async ({ client, poll }, id) => {
    const taskAgent = await client.taskAgent();
    await taskAgent.deleteAgentPool(Number(id));
    await poll("waiting for Agent Pool deleted", async () => {
      const live: TaskAgentPool | null = await taskAgent.getAgentPool(Number(id));
      return live === null ? true : undefined;
    });
  },

  importState: async (_context, id) => ({ id, state: {} }),
};

async function settled({ client, poll }: ResourceContext, id: number, inputs: Properties): Promise<void> {
  const taskAgent = await client.taskAgent();
  const wanted = poolBody(inputs);
  await poll("waiting for Agent Pool ready", async () => {
    const live = await taskAgent.getAgentPool(id);
    return live.autoUpdate === wanted.autoUpdate && live.autoProvision === wanted.autoProvision ? true : undefined;
  });
}

function poolBody(inputs: Properties): TaskAgentPool {
  return {
    name: String(inputs["name"]),
    poolType: poolTypes[String(inputs["poolType"])],
    autoProvision: inputs["autoProvision"] === true,
    autoUpdate: inputs["autoUpdate"] !== false,
  };
}

/** Inputs and outputs of a pool that the service describes. */
export function poolState(live: TaskAgentPool): Properties {
  return {
    name: live.name,
    poolType: Object.keys(poolTypes).find((word) => poolTypes[word] === live.poolType),
    autoProvision: live.autoProvision,
    autoUpdate: live.autoUpdate,
  };
}

/** Puts what was attempted in front of the service's text, as the official provider does. */
export function wrapped(attempt: string): (error: unknown) => never {
  return (error) => {
    throw new ProviderError(`${attempt}: ${error instanceof Error ? error.message : String(error)}`);
  };
}

/** The service sends an id with everything that exists. */
export function required<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) {
    throw new ProviderError("The service's answer lacks the id of the resource.");
  }
  return value;
}
