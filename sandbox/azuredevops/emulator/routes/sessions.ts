import { randomBytes, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { deleteMessage, nextMessage } from "../agentMessages";
import { agentReference } from "../agentReference";
import { closeSession, openSession, sessionOfAgent } from "../agentSessions";
import { callOf, type Call, type Emulator } from "../call";
import { dispatch } from "../jobs";
import { agentOf, poolOf } from "../organizations";
import { serviceErrors } from "../serviceError";
import type { Session } from "../state";
import { parseBody, queryValue } from "../wire";

type SessionsPath = { Params: { poolId: string } };
type SessionPath = { Params: { poolId: string; sessionId: string } };
type MessagePath = { Params: { poolId: string; messageId: string } };

const sessionBody = z.object({
  ownerName: z.string().nullish(),
  agent: z.object({ id: z.number() }),
  systemCapabilities: z.record(z.string(), z.string()).nullish(),
});

/** `_apis/distributedtask/pools/{pool}/sessions` and `…/messages`: how a running agent listens for its jobs. */
export function registerSessionRoutes(server: FastifyInstance, emulator: Emulator): void {
  const pool = "/:organization/_apis/distributedtask/pools/:poolId";

  server.post<SessionsPath>(`${pool}/sessions`, async (request) => {
    const call = callOf(request);
    const { organization } = call;
    const body = parseBody(sessionBody, request.body);
    const agent = agentOf(organization, call.listenedPool(request.params.poolId, body.agent.id), body.agent.id);
    const active = sessionOfAgent(organization, agent);
    if (active !== undefined) {
      throw serviceErrors.sessionConflict(agent.name, active.ownerName);
    }
    const session: Session = {
      id: randomUUID(),
      poolId: agent.poolId,
      agentId: agent.id,
      ownerName: body.ownerName ?? agent.name,
      lastSeen: emulator.now().toISOString(),
    };
    agent.systemCapabilities = body.systemCapabilities ?? agent.systemCapabilities;
    openSession(organization, session);
    dispatch(emulator, organization);
    emulator.organizations.save();
    return {
      sessionId: session.id,
      // The service encrypts messages with this key; the emulator sends them in clear.
      encryptionKey: { encrypted: false, value: randomBytes(32).toString("base64") },
      ownerName: session.ownerName,
      agent: agentReference(emulator, organization, agent),
      useFipsEncryption: false,
    };
  });

  server.delete<SessionPath>(`${pool}/sessions/:sessionId`, async (request, reply) => {
    const call = callOf(request);
    const session = sessionOf(call, request.params.poolId, request.params.sessionId);
    closeSession(emulator, call.organization, session, emulator.now().toISOString());
    emulator.organizations.save();
    return reply.code(204).send();
  });

  server.get<SessionsPath>(`${pool}/messages`, async (request, reply) => {
    const call = callOf(request);
    const session = sessionOf(call, request.params.poolId, queryValue(request.query, "sessionId") ?? "");
    const last = Number(queryValue(request.query, "lastMessageId") ?? 0);
    session.lastSeen = emulator.now().toISOString();
    const message = await nextMessage(emulator, call.organization, session, last);
    session.lastSeen = emulator.now().toISOString();
    const job = call.organization.jobRequests.find(({ messageId }) => messageId === message?.messageId);
    if (message !== undefined && job !== undefined) {
      job.receiveTime ??= session.lastSeen;
    }
    emulator.organizations.save();
    return message ?? reply.code(202).send();
  });

  server.delete<MessagePath>(`${pool}/messages/:messageId`, async (request, reply) => {
    const call = callOf(request);
    const session = sessionOf(call, request.params.poolId, queryValue(request.query, "sessionId") ?? "");
    deleteMessage(call.organization, session, Number(request.params.messageId));
    emulator.organizations.save();
    return reply.code(204).send();
  });
}

function sessionOf(call: Call, poolId: string, sessionId: string): Session {
  const pool = poolOf(call.organization, poolId);
  const session = call.organization.sessions.find(({ id }) => id === sessionId);
  if (session === undefined) {
    throw serviceErrors.sessionExpired(sessionId);
  }
  call.listenedPool(pool.id, session.agentId);
  return session;
}
