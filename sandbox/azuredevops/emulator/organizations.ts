import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Principal } from "../../entra/directory";
import { StateFile } from "../../stateFile";
import type { Agent, Member, OrganizationState, Pool, Project, Queue } from "./state";
import { serviceErrors } from "./serviceError";

/** The organizations of the emulator, kept on disk. */
export class Organizations {
  private readonly file: StateFile<OrganizationState[]>;
  private readonly organizations: OrganizationState[];

  constructor(
    stateDirectory: string,
    private readonly now: () => Date,
  ) {
    this.file = new StateFile(join(stateDirectory, "azuredevops.json"));
    this.organizations = this.file.load() ?? [];
  }

  /** Names are compared without regard to case, as the service does. */
  find(name: string): OrganizationState | undefined {
    return this.organizations.find((organization) => sameName(organization.name, name));
  }

  /** The organization of that name, made when there is none, with the principal among its administrators. */
  ensure(name: string, administrator: Principal): OrganizationState {
    const organization = this.find(name) ?? emptyOrganization(name);
    if (!this.organizations.includes(organization)) {
      this.organizations.push(organization);
    }
    if (!organization.members.some(({ objectId }) => objectId === administrator.objectId)) {
      addMember(organization, administrator, {
        administrator: true,
        accountLicenseType: "express",
        licensingSource: "account",
        dateCreated: this.now().toISOString(),
      });
    }
    this.save();
    return organization;
  }

  /** Writes every change to disk. */
  save(): void {
    this.file.save(this.organizations);
  }
}

export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Adds an identity, with the storage key that it had when it was a member before. */
export function addMember(
  organization: OrganizationState,
  principal: Principal,
  access: Pick<Member, "administrator" | "accountLicenseType" | "licensingSource" | "dateCreated">,
): Member {
  const id = (organization.storageKeys[principal.objectId] ??= randomUUID());
  const member = { id, objectId: principal.objectId, displayName: principal.displayName, ...access };
  organization.members.push(member);
  return member;
}

export function projectOf(organization: OrganizationState, nameOrId: string): Project {
  const project = organization.projects.find(({ id, name }) => sameName(id, nameOrId) || sameName(name, nameOrId));
  if (project === undefined) {
    throw serviceErrors.projectNotFound(nameOrId);
  }
  return project;
}

export function poolOf(organization: OrganizationState, poolId: string | number): Pool {
  const pool = organization.pools.find(({ id }) => id === Number(poolId));
  if (pool === undefined) {
    throw serviceErrors.poolNotFound(poolId);
  }
  return pool;
}

export function queueOf(organization: OrganizationState, project: Project, queueId: string | number): Queue {
  const queue = organization.queues.find(({ id, projectId }) => id === Number(queueId) && projectId === project.id);
  if (queue === undefined) {
    throw serviceErrors.queueNotFound(queueId);
  }
  return queue;
}

export function agentOf(organization: OrganizationState, pool: Pool, agentId: string | number): Agent {
  const agent = organization.agents.find(({ id, poolId }) => id === Number(agentId) && poolId === pool.id);
  if (agent === undefined) {
    throw serviceErrors.agentNotFound(agentId, pool.name);
  }
  return agent;
}

function emptyOrganization(name: string): OrganizationState {
  return {
    id: randomUUID(),
    name,
    next: { poolId: 1, queueId: 1, agentId: 1, requestId: 1, messageId: 1 },
    storageKeys: {},
    members: [],
    projects: [],
    pools: [],
    queues: [],
    roleAssignments: [],
    pipelinePermissions: [],
    serviceEndpoints: [],
    agents: [],
    sessions: [],
    jobRequests: [],
    personalAccessTokens: [],
    agentsDeletedWithPool: [],
  };
}
