/** What the supervisor asks of Azure DevOps. Each call is one request: who calls decides about trying again. */
export interface AgentService {
  /** The pool that the agent belongs to. @throws SupervisorError `poolUnavailable` when it is missing or hidden. */
  findPool(name: string): Promise<PoolReference>;
  /** The agent of that name in the pool, compared without case, as the service does. */
  findAgent(pool: PoolReference, name: string): Promise<AgentRecord | undefined>;
  /** The agent as it is now, with its assigned request. Undefined when the service does not find it. */
  readAgent(pool: PoolReference, agentId: number): Promise<AgentRecord | undefined>;
  /** Takes the agent into service or out of it. A job that it has goes on. */
  setEnabled(pool: PoolReference, agent: AgentRecord, enabled: boolean): Promise<void>;
  /** Asks for the removal. Only a read that does not find the agent afterwards proves it. @throws ServiceCallError `busy` */
  deleteAgent(pool: PoolReference, agentId: number): Promise<void>;
  /** Every agent of the pool, with capabilities and assigned requests. */
  listAgents(pool: PoolReference): Promise<readonly AgentRecord[]>;
  /** A token that `configure` may register the agent with: fetched anew where it is short-lived. */
  registrationToken(): Promise<string>;
}

export interface PoolReference {
  readonly id: number;
  readonly name: string;
}

export interface AgentRecord {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly online: boolean;
  /** The job that the agent has: assigned, and not finished. */
  readonly assignedRequest?: { readonly requestId: number; readonly jobName: string };
  /** Only from `listAgents`. */
  readonly capabilities: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch of the last change between online and offline, else of the creation. */
  readonly statusChangedAt: number;
}

/** Why one request to Azure DevOps, or for a token, did not do what it was for. */
export type ServiceFailure =
  /** 401, 203, a redirect or a page to sign in: the token is not accepted. */
  | "refused"
  /** The service says that the token has expired. */
  | "expired"
  /** 403: the identity lacks a right. */
  | "forbidden"
  /** The agent still has a job. */
  | "busy"
  /** 429, with or without Retry-After. */
  | "throttled"
  /** 5xx. */
  | "unavailable"
  /** No answer: name not resolved, connection refused or reset, time-out. */
  | "network"
  /** Any other answer. */
  | "unexpected";

export class ServiceCallError extends Error {
  constructor(
    readonly failure: ServiceFailure,
    message: string,
    /** What the service asked for with Retry-After. */
    readonly retryAfterSeconds?: number,
    /** What to check or do, a sentence each. */
    readonly remedies: readonly string[] = [],
  ) {
    super(message);
  }

  /** Whether the same request may do better later, with nobody doing anything. */
  get passes(): boolean {
    return ["busy", "throttled", "unavailable", "network"].includes(this.failure);
  }
}
