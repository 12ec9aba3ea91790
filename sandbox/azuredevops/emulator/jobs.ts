import { randomUUID } from "node:crypto";
import { closeSilentSessions, sessionOfAgent } from "./agentSessions";
import type { Emulator } from "./call";
import { meetsDemands } from "./demands";
import { serviceErrors } from "./serviceError";
import type { Agent, JobContent, JobRequest, JobResult, OrganizationState, Pool } from "./state";

/** How long an agent may be silent about its job before the service gives the job up. */
const leaseMilliseconds = 10 * 60 * 1000;

/** What a pipeline asks for when it queues a job. */
export interface JobSpecification {
  readonly jobName: string;
  readonly demands: readonly string[];
  readonly projectId: string;
  readonly definition: { readonly id: number; readonly name: string };
  readonly content: JobContent;
  /** Why the pipeline is not valid. The job fails with it, and no agent gets it. */
  readonly refusal?: string;
}

/** The job that an agent has: assigned and not finished. */
export function assignedJob(organization: OrganizationState, agent: Agent): JobRequest | undefined {
  return organization.jobRequests.find(({ agentId, result }) => agentId === agent.id && result === undefined);
}

export function agentHasJob(organization: OrganizationState, agent: Agent): boolean {
  return assignedJob(organization, agent) !== undefined;
}

/** The registered agents that could run a job, online or not. */
export function matchingAgents(organization: OrganizationState, job: Pick<JobRequest, "poolId" | "demands">): Agent[] {
  return organization.agents.filter((agent) => agent.poolId === job.poolId && meetsDemands(agent, job.demands));
}

/** Queues a job. It is refused when no registered agent could ever run it; an offline or disabled one is enough. */
export function queueJob(
  emulator: Emulator,
  organization: OrganizationState,
  pool: Pool,
  { refusal, ...job }: JobSpecification,
): JobRequest {
  const request: JobRequest = {
    ...job,
    demands: [...job.demands],
    requestId: organization.next.requestId++,
    poolId: pool.id,
    queueTime: emulator.now().toISOString(),
    planId: randomUUID(),
    jobId: randomUUID(),
  };
  if (refusal !== undefined) {
    request.log = `##[error]${refusal}\n`;
    organization.jobRequests.push(request);
    finish(emulator, organization, request, "failed");
    return request;
  }
  if (matchingAgents(organization, request).length === 0) {
    throw serviceErrors.noAgentForDemands(pool.name, job.demands);
  }
  organization.jobRequests.push(request);
  dispatch(emulator, organization);
  return request;
}

/** Gives queued jobs, oldest first, to agents that are online, enabled and idle, and wakes their listeners. */
export function dispatch(emulator: Emulator, organization: OrganizationState): void {
  const queued = organization.jobRequests.filter(
    ({ agentId, result }) => agentId === undefined && result === undefined,
  );
  for (const job of queued) {
    const agent = matchingAgents(organization, job).find((candidate) => isFree(organization, candidate));
    if (agent !== undefined) {
      assign(emulator, organization, job, agent);
    }
  }
}

function isFree(organization: OrganizationState, agent: Agent): boolean {
  const session = sessionOfAgent(organization, agent);
  return agent.enabled && session !== undefined && session.shuttingDown !== true && !agentHasJob(organization, agent);
}

/** Assigns a job to an agent, with the message that tells it so. */
export function assign(emulator: Emulator, organization: OrganizationState, job: JobRequest, agent: Agent): void {
  job.agentId = agent.id;
  job.assignTime = emulator.now().toISOString();
  job.messageId = organization.next.messageId++;
  renewLease(emulator, job);
  emulator.messages.emit("changed");
}

export function renewLease(emulator: Emulator, job: JobRequest): void {
  job.lockedUntil = new Date(emulator.now().getTime() + leaseMilliseconds).toISOString();
}

/** Ends a job. Its agent is idle afterwards and may get the next one. */
export function finish(emulator: Emulator, organization: OrganizationState, job: JobRequest, result: JobResult): void {
  job.result = result;
  job.finishTime = emulator.now().toISOString();
  job.messageId = undefined;
  job.cancellationMessageId = undefined;
  dispatch(emulator, organization);
}

/** What a person does with the button: a job that no agent has is over at once, else its agent is told. */
export function cancel(emulator: Emulator, organization: OrganizationState, job: JobRequest): void {
  if (job.result !== undefined) {
    return;
  }
  if (job.agentId === undefined) {
    finish(emulator, organization, job, "canceled");
    return;
  }
  job.cancellationMessageId ??= organization.next.messageId++;
  emulator.messages.emit("changed");
}

/** Drops sessions and gives up jobs that have been silent for too long. */
export function sweep(emulator: Emulator, organization: OrganizationState): void {
  const now = emulator.now().getTime();
  const silent = organization.jobRequests.filter(
    ({ result, lockedUntil }) => result === undefined && lockedUntil !== undefined && Date.parse(lockedUntil) < now,
  );
  closeSilentSessions(emulator, organization);
  silent.forEach((job) => finish(emulator, organization, job, "abandoned"));
}

/** The unfinished or finished job of that number in a pool. */
export function jobOf(organization: OrganizationState, pool: Pool, requestId: string | number): JobRequest {
  const job = organization.jobRequests.find(
    (candidate) => candidate.poolId === pool.id && candidate.requestId === Number(requestId),
  );
  if (job === undefined) {
    throw serviceErrors.jobNotFound(requestId);
  }
  return job;
}
