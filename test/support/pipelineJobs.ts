import { waitFor } from "../../sandbox/kubernetes/waitFor";
import type { OrganizationSummary } from "../../sandbox/azuredevops/azureDevOpsEmulator";
import { record } from "../sandbox/azuredevops/fixture";

/** What a test may ask of a job. */
export interface JobWishes {
  /** Default 1. */
  readonly count?: number;
  /** How long each runs. Default 20. */
  readonly seconds?: number;
  /** Shell command line that the job runs in place of waiting. */
  readonly script?: string;
  readonly demands?: readonly string[];
  /** Name of the service connection with which the script signs in to Azure. */
  readonly serviceConnection?: string;
  /** Default: pipeline 1. */
  readonly pipeline?: { readonly id: number; readonly name: string };
}

/** A job as the service sees it. */
export interface Job {
  readonly requestId: number;
  /** Name of the agent that has or had it. */
  readonly agent?: string;
  /** Absent while it is queued or running. */
  readonly result?: string;
  /** What it has printed. */
  readonly log: string;
}

export type Agent = OrganizationSummary["pools"][number]["agents"][number];

/** Queues jobs on the agent pools of an organisation of the emulator, as pipelines do, and follows them. */
export class PipelineJobs {
  /** @param url Of the emulator: it moves when the sandbox is started anew. */
  constructor(
    private readonly url: () => string,
    private readonly organization = "contoso",
  ) {}

  /** @returns The numbers of the jobs. */
  async queue(pool: string, wishes: JobWishes = {}): Promise<readonly number[]> {
    const { value } = record(await this.ask(`pools/${pool}/jobs`, wishes));
    return Array.isArray(value) ? value.map((job) => Number(record(job)["requestId"])) : [];
  }

  async job(pool: string, requestId: number): Promise<Job> {
    const job = record(await this.ask(`pools/${pool}/jobs/${requestId}`));
    const { reservedAgent, result, log } = job;
    return {
      requestId,
      ...(reservedAgent !== undefined && { agent: String(record(reservedAgent)["name"]) }),
      ...(typeof result === "string" && { result }),
      log: typeof log === "string" ? log : "",
    };
  }

  /** Waits until all of the jobs have ended. */
  async ended(pool: string, requestIds: readonly number[], timeoutMilliseconds = 120_000): Promise<readonly Job[]> {
    return this.jobsWhen(pool, requestIds, ({ result }) => result !== undefined, "have ended", timeoutMilliseconds);
  }

  /** Waits until an agent has begun each of the jobs. */
  async running(pool: string, requestIds: readonly number[], timeoutMilliseconds = 60_000): Promise<readonly Job[]> {
    return this.jobsWhen(pool, requestIds, ({ agent }) => agent !== undefined, "are running", timeoutMilliseconds);
  }

  /** Gives a job up, as the service does when nobody has renewed its lease for ten minutes. */
  async abandon(pool: string, requestId: number): Promise<void> {
    await this.ask(`pools/${pool}/jobs/${requestId}/finish`, { result: "abandoned" });
  }

  /** The agents of a pool; none when there is no such pool. */
  async agents(pool: string): Promise<readonly Agent[]> {
    return (await this.summary()).pools.find(({ name }) => name === pool)?.agents ?? [];
  }

  /** Ends an agent's session, as the service does when its listener has been silent for too long. */
  async disconnect(pool: string, agent: string): Promise<void> {
    await this.ask(`pools/${pool}/agents/${agent}/disconnect`, {});
  }

  async summary(): Promise<OrganizationSummary> {
    return (await this.ask("summary")) as OrganizationSummary;
  }

  private async jobsWhen(
    pool: string,
    requestIds: readonly number[],
    arrived: (job: Job) => boolean,
    state: string,
    timeoutMilliseconds: number,
  ): Promise<readonly Job[]> {
    const patience = { what: `the jobs ${requestIds.join(", ")} of ${pool} ${state}`, timeoutMilliseconds };
    return waitFor(async () => {
      const jobs = await Promise.all(requestIds.map((requestId) => this.job(pool, requestId)));
      return jobs.every(arrived) && jobs;
    }, patience);
  }

  private async ask(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url()}/_sandbox/organizations/${this.organization}/${path}`, {
      ...(body !== undefined && {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) {
      throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    }
    return response.status === 204 ? undefined : response.json();
  }
}
