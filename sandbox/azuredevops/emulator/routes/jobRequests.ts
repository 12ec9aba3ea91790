import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { agentReference } from "../agentReference";
import { callOf, type Call, type Emulator } from "../call";
import { finish, jobOf, matchingAgents, renewLease } from "../jobs";
import { jobView } from "../jobView";
import { poolOf } from "../organizations";
import { serviceErrors } from "../serviceError";
import type { JobRequest, JobResult, OrganizationState } from "../state";
import { collection, parseBody, queryValue } from "../wire";

type JobsPath = { Params: { poolId: string } };
type JobPath = { Params: { poolId: string; requestId: string } };

const results = ["succeeded", "succeededWithIssues", "failed", "canceled", "skipped", "abandoned"] as const;

/** Enumerations travel as words or as numbers. */
export const jobResult = z.union([
  z.enum(results),
  z
    .number()
    .int()
    .min(0)
    .max(results.length - 1)
    .transform((index): JobResult => results[index] ?? "succeeded"),
]);

const jobBody = z.object({
  result: jobResult.nullish(),
  receiveTime: z.string().nullish(),
  /** The agent was started with --once (microsoft/azure-pipelines-agent#2728, where it is part of an event of the job). */
  agentShuttingDown: z.boolean().default(false),
});

/** `_apis/distributedtask/pools/{pool}/jobrequests`: the queue of a pool. Undocumented, but KEDA and the agent rest on it. */
export function registerJobRequestRoutes(server: FastifyInstance, emulator: Emulator): void {
  const path = "/:organization/_apis/distributedtask/pools/:poolId/jobrequests";

  server.get<JobsPath>(path, async (request) => {
    const { organization } = callOf(request);
    const pool = poolOf(organization, request.params.poolId);
    const agentId = queryValue(request.query, "agentId");
    const jobs = organization.jobRequests
      .filter(({ poolId }) => poolId === pool.id)
      .filter((job) => agentId === undefined || job.agentId === Number(agentId));
    return collection(listed(emulator, organization, jobs, request.query));
  });

  server.get<JobPath>(`${path}/:requestId`, async (request) => {
    const { organization } = callOf(request);
    return jobView(
      emulator,
      organization,
      jobOf(organization, poolOf(organization, request.params.poolId), request.params.requestId),
    );
  });

  // With a result the job ends; without one its lease is renewed, which the agent does every minute.
  server.patch<JobPath>(`${path}/:requestId`, async (request) => {
    const call = callOf(request);
    const job = heldJob(call, request.params);
    const { result, receiveTime, agentShuttingDown } = parseBody(jobBody, request.body ?? {});
    job.receiveTime = receiveTime ?? job.receiveTime;
    const session = call.organization.sessions.find(({ agentId }) => agentId === job.agentId);
    if (session !== undefined && agentShuttingDown) {
      session.shuttingDown = true;
    }
    if (result === undefined || result === null) {
      renewLease(emulator, job);
    } else {
      finish(emulator, call.organization, job, result);
    }
    emulator.organizations.save();
    return jobView(emulator, call.organization, job);
  });

  server.delete<JobPath>(`${path}/:requestId`, async (request, reply) => {
    const call = callOf(request);
    const result = queryValue(request.query, "result");
    const known = results.find((word) => word.toLowerCase() === result?.toLowerCase()) ?? results[Number(result)];
    finish(emulator, call.organization, heldJob(call, request.params), known ?? "succeeded");
    emulator.organizations.save();
    return reply.code(204).send();
  });
}

/** The unfinished job, if the caller is the agent that has it or manages the pool. */
function heldJob(call: Call, { poolId, requestId }: JobPath["Params"]): JobRequest {
  const job = jobOf(call.organization, poolOf(call.organization, poolId), requestId);
  call.listenedPool(poolId, job.agentId ?? 0);
  if (job.result !== undefined) {
    throw serviceErrors.jobNotFound(requestId);
  }
  return job;
}

/**
 * `completedRequestCount` limits the finished jobs and keeps the form; `$top` limits all of them and leaves `matchedAgents` out;
 * without either, every job that was ever finished comes too (kedacore/keda#4387, clemlesne/blue-agent#360).
 */
function listed(emulator: Emulator, organization: OrganizationState, jobs: readonly JobRequest[], query: unknown) {
  const open = jobs.filter(({ result }) => result === undefined);
  const finished = jobs.filter(({ result }) => result !== undefined).reverse();
  const top = queryValue(query, "$top");
  if (top !== undefined) {
    return [...open, ...finished].slice(0, Number(top)).map((job) => jobView(emulator, organization, job));
  }
  const completed = queryValue(query, "completedRequestCount");
  return [...open, ...finished.slice(0, completed === undefined ? undefined : Number(completed))].map((job) => ({
    ...jobView(emulator, organization, job),
    ...matched(emulator, organization, job),
  }));
}

/** Absent when no enabled agent matches, as in the answers that KEDA's tests keep. */
function matched(emulator: Emulator, organization: OrganizationState, job: JobRequest) {
  const agents = matchingAgents(organization, job).filter(({ enabled }) => enabled);
  return agents.length === 0 || job.result !== undefined
    ? {}
    : { matchedAgents: agents.map((agent) => agentReference(emulator, organization, agent)) };
}
