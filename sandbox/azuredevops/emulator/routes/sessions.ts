import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { agentReference } from "../agentReference";
import { callOf, type Call, type Emulator } from "../call";
import { assignedJob, dispatch } from "../jobs";
import { agentOf, poolOf } from "../organizations";
import { serviceErrors } from "../serviceError";
import type { JobRequest, OrganizationState, Session } from "../state";
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
    const active = organization.sessions.find(({ agentId }) => agentId === agent.id);
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
    organization.sessions.push(session);
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
    call.organization.sessions = call.organization.sessions.filter((other) => other !== session);
    emulator.organizations.save();
    return reply.code(204).send();
  });

  server.get<SessionsPath>(`${pool}/messages`, async (request, reply) => {
    const call = callOf(request);
    const session = sessionOf(call, request.params.poolId, queryValue(request.query, "sessionId") ?? "");
    const last = Number(queryValue(request.query, "lastMessageId") ?? 0);
    session.lastSeen = emulator.now().toISOString();
    const job = await nextJob(emulator, call.organization, session, last);
    session.lastSeen = emulator.now().toISOString();
    if (job === undefined) {
      emulator.organizations.save();
      return reply.code(202).send();
    }
    job.receiveTime ??= emulator.now().toISOString();
    emulator.organizations.save();
    return jobMessage(job);
  });

  server.delete<MessagePath>(`${pool}/messages/:messageId`, async (request, reply) => {
    const call = callOf(request);
    const session = sessionOf(call, request.params.poolId, queryValue(request.query, "sessionId") ?? "");
    const job = call.organization.jobRequests.find(
      ({ agentId, messageId }) => agentId === session.agentId && messageId === Number(request.params.messageId),
    );
    if (job !== undefined) {
      job.messageId = undefined;
      emulator.organizations.save();
    }
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

/** The job that the session's agent has not been told of yet; waits for one as long as the service does. */
async function nextJob(
  emulator: Emulator,
  organization: OrganizationState,
  session: Session,
  lastMessageId: number,
): Promise<JobRequest | undefined> {
  const time = AbortSignal.any([AbortSignal.timeout(emulator.messagePollSeconds * 1000), emulator.closing]);
  for (;;) {
    const agent = organization.agents.find(({ id }) => id === session.agentId);
    const job = agent && assignedJob(organization, agent);
    if (job?.messageId !== undefined && job.messageId > lastMessageId) {
      return job;
    }
    try {
      await once(emulator.messages, "assigned", { signal: time });
    } catch {
      return undefined;
    }
  }
}

function jobMessage(job: JobRequest) {
  return {
    messageId: job.messageId,
    messageType: "PipelineAgentJobRequest",
    body: JSON.stringify({
      messageType: "PipelineAgentJobRequest",
      requestId: job.requestId,
      lockedUntil: job.lockedUntil,
      plan: { planId: job.planId, planType: "Build", scopeIdentifier: job.projectId, definition: job.definition },
      jobId: job.jobId,
      jobDisplayName: job.jobName,
      jobName: job.jobName,
    }),
  };
}
