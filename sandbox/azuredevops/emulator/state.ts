/** What an organization of the emulator holds. Everything is plain JSON, so that it survives a restart on disk. */
export interface OrganizationState {
  readonly id: string;
  readonly name: string;
  /** Counters, so that an id is never used twice, even after a deletion. */
  next: { poolId: number; queueId: number; agentId: number; requestId: number; messageId: number };
  /** Storage key of each identity that was ever a member, by its object id in Entra: a member who returns has the same key. */
  storageKeys: Record<string, string>;
  members: Member[];
  projects: Project[];
  pools: Pool[];
  queues: Queue[];
  roleAssignments: RoleAssignment[];
  pipelinePermissions: PipelinePermissions[];
  serviceEndpoints: ServiceEndpoint[];
  agents: Agent[];
  sessions: Session[];
  jobRequests: JobRequest[];
  personalAccessTokens: PersonalAccessToken[];
  /** Names of agents that vanished because their pool was deleted: `pool/agent`. They should have been removed before. */
  agentsDeletedWithPool: string[];
}

/** An identity with an access level in the organization. */
export interface Member {
  /** Storage key: the id by which Azure DevOps itself knows the identity. */
  readonly id: string;
  /** Object id in Entra. */
  readonly objectId: string;
  readonly displayName: string;
  readonly dateCreated: string;
  /** Member of Project Collection Administrators. */
  readonly administrator: boolean;
  accountLicenseType: string;
  licensingSource: string;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly lastUpdateTime: string;
}

export interface Pool {
  readonly id: number;
  name: string;
  readonly scope: string;
  readonly poolType: PoolType;
  readonly createdOn: string;
  readonly createdById: string;
  autoProvision: boolean;
  autoUpdate: boolean;
}

export type PoolType = "automation" | "deployment";

/** A project's way to a pool. */
export interface Queue {
  readonly id: number;
  readonly projectId: string;
  readonly poolId: number;
  name: string;
}

export interface RoleAssignment {
  /** Such as `distributedtask.agentpoolrole`. */
  readonly scope: string;
  readonly resourceId: string;
  /** Storage key of the identity. */
  readonly identityId: string;
  roleName: string;
}

export interface Authorization {
  readonly authorizedById: string;
  readonly authorizedOn: string;
}

export interface PipelinePermissions {
  readonly projectId: string;
  readonly type: string;
  readonly resourceId: string;
  allPipelines?: Authorization;
  pipelines: (Authorization & { readonly id: number })[];
}

export interface ServiceEndpoint {
  readonly id: string;
  name: string;
  type: string;
  url: string;
  description: string;
  owner: string;
  data: Record<string, string>;
  authorization: { scheme: string; parameters: Record<string, string> };
  readonly createdById: string;
  projects: { readonly projectId: string; name: string; description: string }[];
  /** Why the connection never became ready. */
  failure?: string;
}

export interface Agent {
  readonly id: number;
  readonly poolId: number;
  name: string;
  version: string;
  osDescription: string;
  enabled: boolean;
  provisioningState: string;
  maxParallelism: number;
  readonly createdOn: string;
  /** When it last came online or went offline. Absent until it does so for the first time. */
  statusChangedOn?: string;
  systemCapabilities: Record<string, string>;
  userCapabilities: Record<string, string>;
  readonly clientId: string;
  publicKey?: { exponent?: string; modulus?: string };
}

/** The connection of a running agent. An agent is online while it has one. */
export interface Session {
  readonly id: string;
  readonly poolId: number;
  readonly agentId: number;
  readonly ownerName: string;
  lastSeen: string;
  /** Its agent has said that it goes after the job that it has just finished: it gets no other one. */
  shuttingDown?: boolean;
}

export type JobResult = "succeeded" | "succeededWithIssues" | "failed" | "canceled" | "skipped" | "abandoned";

/** What a job of the sandbox does, since no pipeline is there to say it. */
export interface JobContent {
  /** How long the job runs, unless it has a script. */
  readonly seconds: number;
  /** How it ends, unless its script fails. */
  readonly result: JobResult;
  /** Shell command line that the worker runs in its work folder. */
  readonly script?: string;
  /** Service connection that the script signs in to Azure with. */
  readonly serviceConnectionId?: string;
}

export interface JobRequest {
  readonly requestId: number;
  readonly poolId: number;
  readonly jobName: string;
  readonly demands: string[];
  readonly queueTime: string;
  readonly planId: string;
  readonly jobId: string;
  readonly projectId: string;
  readonly definition: { readonly id: number; readonly name: string };
  readonly content: JobContent;
  agentId?: number;
  assignTime?: string;
  receiveTime?: string;
  lockedUntil?: string;
  finishTime?: string;
  result?: JobResult;
  /** Message that carries the job to its agent, until the agent deletes it. */
  messageId?: number;
  /** Message that tells the agent to cancel the job, until the agent deletes it. */
  cancellationMessageId?: number;
  /** What the job has written. */
  log?: string;
}

export interface PersonalAccessToken {
  /** SHA-256 of the token, hexadecimal: the token itself is shown once and not kept. */
  readonly hash: string;
  readonly ownerObjectId: string;
  readonly displayName: string;
  /** Such as `vso.agentpools_manage`; `app_token` is full access. */
  readonly scopes: string[];
  readonly validTo: string;
}
