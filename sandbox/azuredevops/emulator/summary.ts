import { isOnline } from "./agentSessions";
import { assignedJob } from "./jobs";
import type { Agent, OrganizationState } from "./state";

/** What an organization holds now, for people and for tests that nothing is left. */
export interface OrganizationSummary {
  readonly organization: string;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly pools: readonly {
    readonly id: number;
    readonly name: string;
    readonly autoUpdate: boolean;
    readonly agents: readonly AgentSummary[];
    readonly jobs: { readonly queued: number; readonly running: number; readonly finished: number };
    /** Display names of identities with a role on the pool, other than who created it, and their roles. */
    readonly roles: readonly { readonly identity: string; readonly role: string }[];
  }[];
  readonly queues: readonly {
    readonly id: number;
    readonly name: string;
    readonly project: string;
    readonly poolId: number;
    /** All pipelines, the ids of some, or none. */
    readonly pipelines: "all" | readonly number[];
  }[];
  /** Members that are not project collection administrators. Each takes the licence that it names. */
  readonly entitlements: readonly {
    readonly id: string;
    readonly displayName: string;
    readonly originId: string;
    readonly accountLicenseType: string;
  }[];
  readonly serviceEndpoints: readonly { readonly id: string; readonly name: string; readonly type: string }[];
  /** `pool/agent` of each agent that was still registered when its pool was deleted. */
  readonly agentsDeletedWithPool: readonly string[];
}

export interface AgentSummary {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly online: boolean;
  readonly busy: boolean;
}

export function summaryOf(organization: OrganizationState): OrganizationSummary {
  return {
    organization: organization.name,
    projects: organization.projects.map(({ id, name }) => ({ id, name })),
    pools: organization.pools.map((pool) => ({
      id: pool.id,
      name: pool.name,
      autoUpdate: pool.autoUpdate,
      agents: organization.agents
        .filter(({ poolId }) => poolId === pool.id)
        .map((agent) => agentSummary(organization, agent)),
      jobs: jobCounts(organization, pool.id),
      roles: organization.roleAssignments
        .filter(({ scope, resourceId, identityId }) => {
          return (
            scope === "distributedtask.agentpoolrole" &&
            resourceId === String(pool.id) &&
            identityId !== pool.createdById
          );
        })
        .map(({ identityId, roleName }) => ({ identity: displayName(organization, identityId), role: roleName })),
    })),
    queues: organization.queues.map(({ id, name, projectId, poolId }) => ({
      id,
      name,
      project: organization.projects.find((project) => project.id === projectId)?.name ?? projectId,
      poolId,
      pipelines: permittedPipelines(organization, projectId, String(id)),
    })),
    entitlements: organization.members
      .filter(({ administrator }) => !administrator)
      .map(({ id, displayName: name, objectId, accountLicenseType }) => {
        return { id, displayName: name, originId: objectId, accountLicenseType };
      }),
    serviceEndpoints: organization.serviceEndpoints.map(({ id, name, type }) => ({ id, name, type })),
    agentsDeletedWithPool: organization.agentsDeletedWithPool,
  };
}

function agentSummary(organization: OrganizationState, agent: Agent): AgentSummary {
  return {
    id: agent.id,
    name: agent.name,
    enabled: agent.enabled,
    online: isOnline(organization, agent),
    busy: assignedJob(organization, agent) !== undefined,
  };
}

function jobCounts(organization: OrganizationState, poolId: number) {
  const jobs = organization.jobRequests.filter((job) => job.poolId === poolId);
  const open = jobs.filter(({ result }) => result === undefined);
  return {
    queued: open.filter(({ agentId }) => agentId === undefined).length,
    running: open.filter(({ agentId }) => agentId !== undefined).length,
    finished: jobs.length - open.length,
  };
}

function permittedPipelines(organization: OrganizationState, projectId: string, queueId: string) {
  const permissions = organization.pipelinePermissions.find(
    (entry) => entry.type === "queue" && entry.projectId === projectId && entry.resourceId === queueId,
  );
  return permissions?.allPipelines === undefined ? (permissions?.pipelines.map(({ id }) => id) ?? []) : "all";
}

function displayName(organization: OrganizationState, identityId: string): string {
  return organization.members.find(({ id }) => id === identityId)?.displayName ?? identityId;
}
