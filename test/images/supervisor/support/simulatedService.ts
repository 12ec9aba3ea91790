import { ServiceCallError, type AgentRecord, type AgentService } from "../../../../images/supervisor/agentService";
import type { RandomSource } from "./randomSource";
import type { VirtualClock } from "./virtualClock";

/** How long the service keeps the session of a lost agent, and its job, in milliseconds. */
const sessionMilliseconds = 5 * 60_000;
const leaseMilliseconds = 10 * 60_000;

export interface SimulatedJob {
  readonly id: number;
  readonly duration: number;
  agentId?: number;
  /** When the service gives it up, unless its agent is heard of. */
  lease?: number;
  ended: boolean;
}

interface SimulatedAgent {
  readonly id: number;
  readonly name: string;
  enabled: boolean;
  /** The listener that has the session, as it counts itself. */
  session?: { readonly owner: object; lastSeen: number };
}

/** How the way to the service may be disturbed for a while, or what it may have against its callers. */
export type Disturbance = "network" | "hang" | "unavailable" | "throttled" | "expired";

/** Azure DevOps as far as agents need it, with the faults of the way there. */
export class SimulatedService {
  readonly agents: SimulatedAgent[] = [];
  readonly jobs: SimulatedJob[] = [];
  /** Requests that changed something or read an agent, in their order. */
  readonly requests: string[] = [];
  token = "token-1";
  /** Wakes listeners whose agent may have got a job. */
  assigned: () => void = () => undefined;
  private tokenExpired = false;
  private disturbance: { readonly kind: Disturbance; readonly until: number } | undefined;
  private nextId = 1;
  private tokens = 1;

  constructor(
    private readonly clock: VirtualClock,
    private readonly random: RandomSource,
  ) {}

  disturb(kind: Disturbance, milliseconds: number): void {
    this.disturbance = { kind, until: this.clock.now() + milliseconds };
  }

  expireToken(): void {
    this.tokenExpired = true;
  }

  queue(duration: number): void {
    this.jobs.push({ id: this.jobs.length + 1, duration, ended: false });
    this.dispatch();
  }

  /** What `configure` does: a record of the name is replaced as it was, `enabled` included. */
  register(name: string): void {
    if (!this.agents.some((agent) => agent.name === name)) {
      this.agents.push({ id: this.nextId++, name, enabled: true });
    }
  }

  agentNamed(name: string): SimulatedAgent | undefined {
    return this.agents.find((agent) => agent.name === name);
  }

  jobOf(agentId: number): SimulatedJob | undefined {
    this.sweep();
    return this.jobs.find((job) => job.agentId === agentId && !job.ended);
  }

  /** Whether the listener has the session afterwards. */
  openSession(agent: SimulatedAgent, owner: object): boolean {
    this.sweep();
    if (agent.session !== undefined && agent.session.owner !== owner) {
      return false;
    }
    agent.session = { owner, lastSeen: this.clock.now() };
    this.dispatch();
    return true;
  }

  /** A listener is heard of: its session and its job live on. */
  hear(agentId: number, owner: object): void {
    const agent = this.agents.find(({ id }) => id === agentId);
    if (agent?.session?.owner === owner) {
      agent.session.lastSeen = this.clock.now();
    }
    const job = this.jobOf(agentId);
    if (job !== undefined) {
      job.lease = this.clock.now() + leaseMilliseconds;
    }
  }

  closeSession(owner: object): void {
    for (const agent of this.agents) {
      if (agent.session?.owner === owner) {
        agent.session = undefined;
      }
    }
  }

  finish(job: SimulatedJob): void {
    job.ended = true;
    this.dispatch();
  }

  /** The service as a supervisor sees it, which is heard no more when that is killed. */
  clientOf(isKilled: () => boolean): AgentService {
    const call = <T>(name: string, action: () => T, changing = true) => this.call(name, action, changing, isKilled);
    return {
      findPool: (name) => call("findPool", () => ({ id: 1, name }), false),
      findAgent: (_pool, name) => call("findAgent", () => this.record(this.agentNamed(name)), false),
      readAgent: (_pool, id) =>
        call(`read ${id}`, () => this.record(this.agents.find((agent) => agent.id === id)), false),
      setEnabled: (_pool, { id }, enabled) =>
        call(`${enabled ? "enable" : "disable"} ${id}`, () => {
          const agent = this.agents.find((candidate) => candidate.id === id);
          if (agent === undefined) {
            throw new ServiceCallError("unexpected", "No agent found.");
          }
          agent.enabled = enabled;
          this.dispatch();
        }),
      deleteAgent: (_pool, id) =>
        call(`delete ${id}`, () => {
          if (this.jobOf(id) !== undefined) {
            throw new ServiceCallError("busy", "The agent is running a job.");
          }
          this.agents.splice(0, this.agents.length, ...this.agents.filter((agent) => agent.id !== id));
        }),
      listAgents: () => call("list", () => this.agents.flatMap((agent) => this.record(agent) ?? []), false),
      registrationToken: () => call("token", () => this.token, false),
    };
  }

  private call<T>(name: string, action: () => T, changing: boolean, isKilled: () => boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      const answer = (give: () => void) => this.clock.after(this.random.between(20, 800), () => isKilled() || give());
      this.clock.after(this.random.between(20, 400), () => {
        if (isKilled()) {
          return;
        }
        const failure = this.failure();
        // The answer of a request that was carried out may get lost.
        const lost = failure?.failure === "network" && changing && this.random.chance(0.3);
        if (failure !== undefined && !lost) {
          if (this.disturbance?.kind !== "hang") {
            answer(() => reject(failure));
          }
          return;
        }
        try {
          this.requests.push(name);
          const result = action();
          answer(() => (lost ? reject(failure ?? new Error(name)) : resolve(result)));
        } catch (error) {
          answer(() => reject(error instanceof Error ? error : new Error(String(error))));
        }
      });
    });
  }

  private failure(): ServiceCallError | undefined {
    if (this.disturbance !== undefined && this.clock.now() < this.disturbance.until) {
      const kind = this.disturbance.kind === "hang" ? "network" : this.disturbance.kind;
      return new ServiceCallError(kind, `Disturbed: ${kind}.`, kind === "throttled" ? 5 : undefined);
    }
    if (this.tokenExpired) {
      this.tokenExpired = false;
      this.tokens += 1;
      this.token = `token-${this.tokens}`;
      return new ServiceCallError("expired", "The token has expired.");
    }
    return undefined;
  }

  private record(agent: SimulatedAgent | undefined): AgentRecord | undefined {
    this.sweep();
    if (agent === undefined) {
      return undefined;
    }
    const job = this.jobOf(agent.id);
    return {
      id: agent.id,
      name: agent.name,
      enabled: agent.enabled,
      online: agent.session !== undefined,
      ...(job !== undefined && { assignedRequest: { requestId: job.id, jobName: `Job ${job.id}` } }),
      capabilities: {},
      statusChangedAt: 0,
    };
  }

  private sweep(): void {
    const now = this.clock.now();
    for (const agent of this.agents) {
      if (agent.session !== undefined && agent.session.lastSeen + sessionMilliseconds < now) {
        agent.session = undefined;
      }
    }
    for (const job of this.jobs) {
      job.ended ||= job.lease !== undefined && job.lease < now;
    }
  }

  private dispatch(): void {
    for (const job of this.jobs.filter(({ agentId, ended }) => agentId === undefined && !ended)) {
      const agent = this.agents.find(
        ({ id, enabled, session }) => enabled && session !== undefined && this.jobOf(id) === undefined,
      );
      if (agent !== undefined) {
        job.agentId = agent.id;
        job.lease = this.clock.now() + leaseMilliseconds;
        this.assigned();
      }
    }
  }
}
