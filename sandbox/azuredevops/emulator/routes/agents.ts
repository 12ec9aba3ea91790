import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { closeSession, sessionOfAgent } from "../agentSessions";
import { agentView } from "../agentView";
import { callOf, type Emulator } from "../call";
import { meetsDemands } from "../demands";
import { agentHasJob, dispatch } from "../jobs";
import { agentOf, poolOf, sameName } from "../organizations";
import { serviceErrors } from "../serviceError";
import type { Agent, OrganizationState, Pool } from "../state";
import { caseInsensitive, collection, parseBody, queryFlag, queryValue } from "../wire";

type AgentsPath = { Params: { poolId: string } };
type AgentPath = { Params: { poolId: string; agentId: string } };

const capabilities = z.record(z.string(), z.string());

const agentFields = z.object({
  name: z.string().min(1).optional(),
  version: z.string().nullish(),
  osDescription: z.string().nullish(),
  enabled: z.boolean().nullish(),
  maxParallelism: z.number().nullish(),
  provisioningState: z.string().nullish(),
  systemCapabilities: capabilities.nullish(),
  userCapabilities: capabilities.nullish(),
  authorization: z
    .object({ publicKey: z.object({ exponent: z.string().optional(), modulus: z.string().optional() }).nullish() })
    .nullish(),
});

const agentBody = caseInsensitive(agentFields);
const newAgentBody = caseInsensitive(agentFields.required({ name: true }));

const everything = { capabilities: true, assignedRequest: false, lastCompletedRequest: false };

/** `_apis/distributedtask/pools/{pool}/agents`: the agents of a pool, which its administrators register and remove. */
export function registerAgentRoutes(server: FastifyInstance, emulator: Emulator): void {
  const path = "/:organization/_apis/distributedtask/pools/:poolId/agents";

  server.get<AgentsPath>(path, async (request) => {
    const { organization } = callOf(request);
    const pool = poolOf(organization, request.params.poolId);
    const name = queryValue(request.query, "agentName");
    const demands = queryValue(request.query, "demands")?.split(",") ?? [];
    return collection(
      organization.agents
        .filter(({ poolId }) => poolId === pool.id)
        .filter((agent) => name === undefined || sameName(agent.name, name))
        .filter((agent) => meetsDemands(agent, demands))
        .map((agent) => agentView(emulator, organization, agent, detailsIn(request.query))),
    );
  });

  server.get<AgentPath>(`${path}/:agentId`, async (request) => {
    const { organization } = callOf(request);
    const agent = agentOf(organization, poolOf(organization, request.params.poolId), request.params.agentId);
    return agentView(emulator, organization, agent, detailsIn(request.query));
  });

  server.post<AgentsPath>(path, async (request) => {
    const call = callOf(request);
    const { organization } = call;
    const pool = call.managedPool(request.params.poolId);
    const body = parseBody(newAgentBody, request.body);
    refuseTakenName(organization, pool, body.name);
    const agent = newAgent(emulator, organization, pool, body.name);
    organization.agents.push(agent);
    change(agent, body);
    emulator.organizations.save();
    return agentView(emulator, organization, agent, everything);
  });

  // PATCH changes what is named; PUT, which `config --replace` sends, writes back a record that the agent has read before.
  for (const method of ["PATCH", "PUT"] as const) {
    server.route<AgentPath>({
      method,
      url: `${path}/:agentId`,
      handler: async (request) => {
        const call = callOf(request);
        const { organization } = call;
        const pool = call.managedPool(request.params.poolId);
        const agent = agentOf(organization, pool, request.params.agentId);
        const body = parseBody(agentBody, request.body);
        if (body.name !== undefined && !sameName(body.name, agent.name)) {
          refuseTakenName(organization, pool, body.name);
        }
        change(agent, body);
        dispatch(emulator, organization);
        emulator.organizations.save();
        return agentView(emulator, organization, agent, everything);
      },
    });
  }

  server.put<AgentPath>(`${path}/:agentId/userCapabilities`, async (request) => {
    const call = callOf(request);
    const { organization } = call;
    const agent = agentOf(organization, call.managedPool(request.params.poolId), request.params.agentId);
    agent.userCapabilities = parseBody(capabilities, request.body);
    dispatch(emulator, organization);
    emulator.organizations.save();
    return agentView(emulator, organization, agent, everything);
  });

  server.delete<AgentPath>(`${path}/:agentId`, async (request, reply) => {
    const call = callOf(request);
    const { organization } = call;
    const pool = call.managedPool(request.params.poolId);
    const agent = agentOf(organization, pool, request.params.agentId);
    if (agentHasJob(organization, agent)) {
      throw serviceErrors.agentRunsJob(pool.name, agent.name);
    }
    const session = sessionOfAgent(organization, agent);
    organization.agents = organization.agents.filter((other) => other !== agent);
    if (session !== undefined) {
      closeSession(emulator, organization, session, emulator.now().toISOString());
    }
    emulator.organizations.save();
    return reply.code(204).send();
  });
}

function newAgent(emulator: Emulator, organization: OrganizationState, pool: Pool, name: string): Agent {
  return {
    id: organization.next.agentId++,
    poolId: pool.id,
    name,
    version: "",
    osDescription: "",
    enabled: true,
    provisioningState: "Provisioned",
    maxParallelism: 1,
    createdOn: emulator.now().toISOString(),
    systemCapabilities: {},
    userCapabilities: {},
    clientId: randomUUID(),
  };
}

function change(agent: Agent, body: z.infer<typeof agentBody>): void {
  agent.name = body.name ?? agent.name;
  agent.version = body.version ?? agent.version;
  agent.osDescription = body.osDescription ?? agent.osDescription;
  agent.enabled = body.enabled ?? agent.enabled;
  agent.maxParallelism = body.maxParallelism ?? agent.maxParallelism;
  agent.provisioningState = body.provisioningState ?? agent.provisioningState;
  agent.systemCapabilities = body.systemCapabilities ?? agent.systemCapabilities;
  agent.userCapabilities = body.userCapabilities ?? agent.userCapabilities;
  agent.publicKey = body.authorization?.publicKey ?? agent.publicKey;
}

function refuseTakenName(organization: OrganizationState, pool: Pool, name: string): void {
  if (organization.agents.some((agent) => agent.poolId === pool.id && sameName(agent.name, name))) {
    throw serviceErrors.agentExists(pool.name, name);
  }
}

function detailsIn(query: unknown) {
  return {
    capabilities: queryFlag(query, "includeCapabilities"),
    assignedRequest: queryFlag(query, "includeAssignedRequest"),
    lastCompletedRequest: queryFlag(query, "includeLastCompletedRequest"),
  };
}
