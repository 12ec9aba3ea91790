import { ServiceCallError, type AgentRecord, type AgentService, type PoolReference } from "../agentService";
import type { Clock } from "../clock";
import { createTokenSource } from "../credentials/tokenSource";
import type { ConnectionSettings } from "../environment/readConnection";
import { createHttpClient } from "../http/httpClient";
import { jsonObject } from "../http/jsonObject";
import type { Log } from "../log";
import { SupervisorError } from "../supervisorError";
import { agentRecord } from "./agentRecord";
import { createAzureDevOpsClient } from "./azureDevOpsClient";

export type AgentServiceSettings = Omit<ConnectionSettings, "pool" | "connectTimeoutMinutes" | "logFormat">;

const agentAbsent = ["TaskAgentNotFoundException"];

/** Azure DevOps by its REST API (learn.microsoft.com, azure/devops/distributedtask). */
export function createAgentService(settings: AgentServiceSettings, clock: Clock, log: Log): AgentService {
  if (settings.proxyUrl !== undefined) {
    log.redact(decodeURIComponent(new URL(settings.proxyUrl).password));
  }
  const http = createHttpClient(settings);
  const tokens = createTokenSource(settings.credential, http, clock, log);
  const call = createAzureDevOpsClient(settings.url, http, tokens, clock);
  const agentsOf = (pool: PoolReference) => `pools/${pool.id}/agents`;
  return {
    findPool: async (name) => {
      // The filter takes an asterisk at the end as any text, and a weak identity gets an empty list.
      const answer = await call({
        method: "GET",
        path: "pools",
        query: { poolName: name },
        what: "Looking for the pool",
      });
      const pool = listed(answer)
        .map(poolReference)
        .find((candidate) => sameName(candidate?.name, name));
      if (pool === undefined) {
        throw poolUnavailable(name, settings.url);
      }
      return pool;
    },
    findAgent: async (pool, name) => {
      const query = { agentName: name, includeAssignedRequest: "true" };
      const answer = await call({ method: "GET", path: agentsOf(pool), query, what: `Looking for agent ${name}` });
      return records(answer).find((agent) => sameName(agent.name, name));
    },
    readAgent: async (pool, agentId) => {
      const answer = await call({
        method: "GET",
        path: `${agentsOf(pool)}/${agentId}`,
        query: { includeAssignedRequest: "true", includeCapabilities: "true" },
        what: `Reading agent ${agentId}`,
        absent: agentAbsent,
      });
      return answer === undefined ? undefined : understood(agentRecord(answer), `Reading agent ${agentId}`);
    },
    setEnabled: async (pool, { id, name }, enabled) => {
      const what = enabled ? `Taking agent ${name} into service` : `Taking agent ${name} out of service`;
      await call({ method: "PATCH", path: `${agentsOf(pool)}/${id}`, body: { id, name, enabled }, what });
    },
    deleteAgent: async (pool, agentId) => {
      const path = `${agentsOf(pool)}/${agentId}`;
      await call({ method: "DELETE", path, what: `Removing agent ${agentId}`, absent: agentAbsent });
    },
    listAgents: async (pool) => {
      const query = { includeCapabilities: "true", includeAssignedRequest: "true" };
      return records(await call({ method: "GET", path: agentsOf(pool), query, what: `Listing pool ${pool.name}` }));
    },
    registrationToken: () => tokens.token(),
  };
}

function sameName(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

function listed(answer: unknown): readonly unknown[] {
  const { value } = jsonObject(answer);
  return understood(Array.isArray(value) ? (value as readonly unknown[]) : undefined, "Reading a list");
}

function records(answer: unknown): readonly AgentRecord[] {
  return listed(answer).map((entry) => understood(agentRecord(entry), "Reading a list of agents"));
}

function poolReference(value: unknown): PoolReference | undefined {
  const { id, name } = jsonObject(value);
  return typeof id === "number" && typeof name === "string" ? { id, name } : undefined;
}

function understood<T>(value: T | undefined, what: string): T {
  if (value === undefined) {
    throw new ServiceCallError("unexpected", `${what}: Azure DevOps gave an answer that is not understood.`);
  }
  return value;
}

function poolUnavailable(name: string, url: string): SupervisorError {
  return new SupervisorError("poolUnavailable", `${url} shows no agent pool "${name}" to this identity.`, [
    `Check that the organization has an agent pool "${name}". Names of queues in projects may differ from it.`,
    "The identity must be Administrator of the pool, in the organization's settings (Agent pools, Security).",
    "A personal access token needs the scope Agent Pools (read, manage).",
  ]);
}
