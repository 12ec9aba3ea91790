import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Emulator } from "../call";
import { connectionForJob } from "../jobConnections";
import { assign, cancel, finish, jobOf, queueJob } from "../jobs";
import { jobView } from "../jobView";
import { agentOf, sameName } from "../organizations";
import { serviceErrors } from "../serviceError";
import type { OrganizationState, Pool } from "../state";
import { collection, parseBody } from "../wire";
import { organizationOf } from "./administration";
import { jobResult } from "./jobRequests";

type PoolPath = { Params: { organization: string; pool: string } };
type JobPath = { Params: { organization: string; pool: string; requestId: string } };

const jobsBody = z.object({
  /** How many jobs to queue. Default 1. */
  count: z.number().int().min(1).default(1),
  demands: z.array(z.string()).default([]),
  name: z.string().default("Job"),
  pipeline: z.object({ id: z.number(), name: z.string() }).default({ id: 1, name: "pipeline" }),
  /** How long each job runs, unless it has a script. */
  seconds: z.number().min(0).default(20),
  /** How each job ends, unless its script fails. */
  result: jobResult.default("succeeded"),
  /** Shell command line that the worker runs with the job's environment in its work folder. */
  script: z.string().optional(),
  /** Name of the service connection with which the script signs in to Azure, as the AzureCLI task does for its own. */
  serviceConnection: z.string().optional(),
});

const assignBody = z.object({ agent: z.string() });
const finishBody = z.object({ result: jobResult.default("succeeded") });

/** The sandbox's own endpoints for jobs: what pipelines would do, since none run here. */
export function registerJobAdministrationRoutes(server: FastifyInstance, emulator: Emulator): void {
  const path = "/_sandbox/organizations/:organization/pools/:pool/jobs";

  server.post<PoolPath>(path, async (request) => {
    const { organization, pool } = locate(emulator, request.params);
    const body = parseBody(jobsBody, request.body ?? {});
    const { seconds, result, script, serviceConnection } = body;
    const job = {
      jobName: body.name,
      demands: body.demands,
      projectId: organization.projects[0]?.id ?? organization.id,
      definition: body.pipeline,
    };
    const { connectionId, refusal } =
      serviceConnection === undefined ? {} : connectionForJob(organization, serviceConnection, job);
    const specification = {
      ...job,
      content: { seconds, result, script, serviceConnectionId: connectionId },
      refusal,
    };
    const jobs = Array.from({ length: body.count }, () => queueJob(emulator, organization, pool, specification));
    emulator.organizations.save();
    return collection(jobs.map((job) => jobView(emulator, organization, job)));
  });

  server.get<JobPath>(`${path}/:requestId`, async (request) => {
    const { organization, pool } = locate(emulator, request.params);
    const job = jobOf(organization, pool, request.params.requestId);
    return { ...jobView(emulator, organization, job), log: job.log ?? "" };
  });

  server.post<JobPath>(`${path}/:requestId/cancel`, async (request) => {
    const { organization, pool } = locate(emulator, request.params);
    const job = jobOf(organization, pool, request.params.requestId);
    cancel(emulator, organization, job);
    emulator.organizations.save();
    return jobView(emulator, organization, job);
  });

  // Gives a queued job to an agent of the given name, online or not.
  server.post<JobPath>(`${path}/:requestId/assign`, async (request) => {
    const { organization, pool } = locate(emulator, request.params);
    const { agent: name } = parseBody(assignBody, request.body);
    const named = organization.agents.find((agent) => agent.poolId === pool.id && sameName(agent.name, name));
    const agent = agentOf(organization, pool, named?.id ?? name);
    const job = jobOf(organization, pool, request.params.requestId);
    assign(emulator, organization, job, agent);
    emulator.organizations.save();
    return jobView(emulator, organization, job);
  });

  server.post<JobPath>(`${path}/:requestId/finish`, async (request) => {
    const { organization, pool } = locate(emulator, request.params);
    const { result } = parseBody(finishBody, request.body ?? {});
    const job = jobOf(organization, pool, request.params.requestId);
    finish(emulator, organization, job, result);
    emulator.organizations.save();
    return jobView(emulator, organization, job);
  });
}

export function locate(
  emulator: Emulator,
  params: PoolPath["Params"],
): { organization: OrganizationState; pool: Pool } {
  const organization = organizationOf(emulator, params.organization);
  const pool = organization.pools.find(({ name }) => sameName(name, params.pool));
  if (pool === undefined) {
    throw serviceErrors.poolNotFound(params.pool);
  }
  return { organization, pool };
}
