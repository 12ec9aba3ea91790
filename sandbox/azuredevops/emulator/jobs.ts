import type { Agent, JobRequest, OrganizationState } from "./state";

/** The job that an agent has: assigned and not finished. */
export function assignedJob(organization: OrganizationState, agent: Agent): JobRequest | undefined {
  return organization.jobRequests.find(({ agentId, result }) => agentId === agent.id && result === undefined);
}

export function agentHasJob(organization: OrganizationState, agent: Agent): boolean {
  return assignedJob(organization, agent) !== undefined;
}
