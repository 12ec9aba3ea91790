import type { ServiceClient } from "./serviceClient";

/** An agent's record in the service. `configure --replace` sends back what it has read, whatever else is in it. */
export interface TaskAgent {
  readonly id: number;
  readonly name: string;
  readonly systemCapabilities?: Readonly<Record<string, string>>;
  readonly authorization?: { readonly clientId?: string; readonly authorizationUrl?: string };
}

export interface NewTaskAgent {
  readonly name: string;
  readonly version: string;
  readonly osDescription: string;
  readonly maxParallelism: number;
  readonly provisioningState: "Provisioned";
  readonly systemCapabilities: Readonly<Record<string, string>>;
  readonly authorization: { readonly publicKey: PublicKey };
}

/** Parts of an RSA key, in base64. */
export interface PublicKey {
  readonly exponent: string;
  readonly modulus: string;
}

/** @throws when there is no such pool, or the identity may not see it. */
export async function findPool(service: ServiceClient, name: string): Promise<{ id: number; name: string }> {
  const pools = await list<{ id: number; name: string }>(
    service,
    `_apis/distributedtask/pools?poolName=${encodeURIComponent(name)}&poolType=automation`,
  );
  const [pool] = pools;
  if (pool === undefined) {
    throw new Error(`There is no agent pool ${name}, or the identity may not see it.`);
  }
  return pool;
}

export async function findAgent(service: ServiceClient, poolId: number, name: string): Promise<TaskAgent | undefined> {
  const query = `agentName=${encodeURIComponent(name)}&includeCapabilities=true`;
  return (await list<TaskAgent>(service, `_apis/distributedtask/pools/${poolId}/agents?${query}`))[0];
}

export async function addAgent(service: ServiceClient, poolId: number, agent: NewTaskAgent): Promise<TaskAgent> {
  return (await service.call("POST", `_apis/distributedtask/pools/${poolId}/agents`, { body: agent })) as TaskAgent;
}

export async function replaceAgent(service: ServiceClient, poolId: number, agent: TaskAgent): Promise<TaskAgent> {
  return (await service.call("PUT", `_apis/distributedtask/pools/${poolId}/agents/${agent.id}`, {
    body: agent,
  })) as TaskAgent;
}

async function list<T>(service: ServiceClient, path: string): Promise<readonly T[]> {
  return ((await service.call("GET", path)) as { value: readonly T[] }).value;
}
