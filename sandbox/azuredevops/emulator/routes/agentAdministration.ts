import type { FastifyInstance } from "fastify";
import { closeSession } from "../agentSessions";
import type { Emulator } from "../call";
import { agentOf, sameName } from "../organizations";
import { locate } from "./jobAdministration";

type AgentPath = { Params: { organization: string; pool: string; agent: string } };

/** The sandbox's own endpoint for agents: what the service does by itself when enough time has passed. */
export function registerAgentAdministrationRoutes(server: FastifyInstance, emulator: Emulator): void {
  const path = "/_sandbox/organizations/:organization/pools/:pool/agents/:agent/disconnect";

  // Ends an agent's sessions, as after five minutes of silence.
  server.post<AgentPath>(path, async (request, reply) => {
    const { organization, pool } = locate(emulator, request.params);
    const { agent: name } = request.params;
    const named = organization.agents.find((agent) => agent.poolId === pool.id && sameName(agent.name, name));
    const { id } = agentOf(organization, pool, named?.id ?? name);
    for (const session of organization.sessions.filter(({ agentId }) => agentId === id)) {
      closeSession(emulator, organization, session, emulator.now().toISOString());
    }
    emulator.organizations.save();
    return reply.code(204).send();
  });
}
