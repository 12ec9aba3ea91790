import type { EventEmitter } from "node:events";
import type { FastifyRequest } from "fastify";
import type { Directory, Principal } from "../../entra/directory";
import type { AgentTokens } from "./agentTokens";
import type { JobTokens } from "./jobTokens";
import type { Organizations } from "./organizations";
import { poolOf } from "./organizations";
import { administersPool } from "./roles";
import { serviceErrors } from "./serviceError";
import type { Agent, Member, OrganizationState, Pool } from "./state";

/** What the routes of the emulator share. */
export interface Emulator {
  readonly organizations: Organizations;
  readonly directory: Directory;
  readonly agentTokens: AgentTokens;
  readonly jobTokens: JobTokens;
  /** Base of all URLs, without a slash at the end. */
  readonly url: () => string;
  readonly now: () => Date;
  readonly identityDelaySeconds: number;
  /** How long a listener's request for its next message stays open. */
  readonly messagePollSeconds: number;
  /** Emits `changed` when there may be a message for an agent, or its session has ended. */
  readonly messages: EventEmitter;
  /** Ends what still waits when the emulator closes. */
  readonly closing: AbortSignal;
}

/** Who calls: an identity of the organization, or one of its registered agents. */
export type Caller =
  | { readonly kind: "member"; readonly member: Member; readonly principal: Principal }
  | { readonly kind: "agent"; readonly agent: Agent };

/** An authenticated request: its organization and who makes it. */
export class Call {
  constructor(
    readonly organization: OrganizationState,
    readonly caller: Caller,
  ) {}

  /** Storage key of the identity that calls. */
  get identityId(): string {
    return this.caller.kind === "member" ? this.caller.member.id : this.caller.agent.clientId;
  }

  get displayName(): string {
    return this.caller.kind === "member" ? this.caller.member.displayName : this.caller.agent.name;
  }

  get isCollectionAdministrator(): boolean {
    return this.caller.kind === "member" && this.caller.member.administrator;
  }

  /** Refuses everybody but project collection administrators. */
  requireCollectionAdministrator(permission: string): void {
    if (!this.isCollectionAdministrator) {
      throw serviceErrors.accessDenied(this.displayName, permission);
    }
  }

  /** The pool, if the caller is its administrator, or a project collection administrator. */
  managedPool(poolId: string | number): Pool {
    const pool = poolOf(this.organization, poolId);
    if (!this.isCollectionAdministrator && !administersPool(this.organization, this.identityId, pool)) {
      throw serviceErrors.accessDenied(this.displayName, "Manage", pool.name);
    }
    return pool;
  }

  /** The pool, if the caller may listen for jobs on it as that agent: the agent itself, or whoever manages the pool. */
  listenedPool(poolId: string | number, agentId: number): Pool {
    const pool = poolOf(this.organization, poolId);
    const isAgent =
      this.caller.kind === "agent" && this.caller.agent.id === agentId && this.caller.agent.poolId === pool.id;
    return isAgent ? pool : this.managedPool(poolId);
  }
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set for every authenticated request. */
    azureDevOpsCall?: Call;
  }
}

/** The authenticated call behind a request. */
export function callOf(request: FastifyRequest): Call {
  if (request.azureDevOpsCall === undefined) {
    throw serviceErrors.unauthorized("aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa");
  }
  return request.azureDevOpsCall;
}
