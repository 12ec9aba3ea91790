import type { OrganizationSummary } from "../../sandbox/azuredevops/azureDevOpsEmulator";
import type { SandboxPaths } from "../../sandbox/paths";
import { organizationOf } from "../../sandbox/seedAzureDevOps";
import type { RunningServer } from "../../sandbox/serverFile";
import { stackResources } from "../../sandbox/stackState";

/** A pipeline job that is to be queued. */
export interface JobOrder {
  readonly count: number;
  /** How long each job runs, unless it has a script. */
  readonly seconds: number;
  readonly demands: readonly string[];
  /** Shell command line that each job runs. */
  readonly script?: string;
  /** Name of the service connection with which the script signs in to Azure. */
  readonly serviceConnection?: string;
}

/** A queued job as it is now. */
export interface JobState {
  readonly requestId: number;
  /** The agent that the job is assigned to. */
  readonly agent?: string;
  /** Set when the agent has received it. */
  readonly received: boolean;
  /** Set when it is over. */
  readonly result?: string;
  readonly log: string;
}

/** An answer of the emulator that is no success. */
export class OrganizationError extends Error {
  constructor(
    readonly typeKey: string,
    message: string,
  ) {
    super(message);
  }
}

/** The emulated organisation that a stack's agents belong to, by the sandbox's own endpoints. */
export class OrganizationClient {
  private constructor(
    private readonly base: string,
    readonly organization: string,
  ) {}

  /** Undefined when the stack has not come so far that it has one. */
  static of(paths: SandboxPaths, server: RunningServer, stack: string): OrganizationClient | undefined {
    const provider = stackResources(paths, stack).find(({ type }) => type === "pulumi:providers:azuredevops");
    const url = provider?.outputs?.["orgServiceUrl"];
    const organization = typeof url === "string" ? organizationOf(url) : undefined;
    return organization === undefined
      ? undefined
      : new OrganizationClient(
          `${server.azureDevOpsUrl}/_sandbox/organizations/${encodeURIComponent(organization)}`,
          organization,
        );
  }

  async summary(): Promise<OrganizationSummary> {
    return (await this.ask("GET", "summary")) as OrganizationSummary;
  }

  /** @throws OrganizationError, with `TaskAgentNotFoundException` when no registered agent meets the demands. */
  async queueJobs(pool: string, order: JobOrder): Promise<readonly JobState[]> {
    const { value } = (await this.ask("POST", `pools/${encodeURIComponent(pool)}/jobs`, order)) as {
      value: readonly JobAnswer[];
    };
    return value.map(stateOf);
  }

  async job(pool: string, requestId: number): Promise<JobState> {
    return stateOf((await this.ask("GET", `pools/${encodeURIComponent(pool)}/jobs/${requestId}`)) as JobAnswer);
  }

  private async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.base}/${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (!response.ok) {
      const { typeKey, message } = answer as { typeKey?: string; message?: string };
      throw new OrganizationError(typeKey ?? "", message ?? `The emulator answered ${response.status} to ${path}.`);
    }
    return answer;
  }
}

interface JobAnswer {
  readonly requestId: number;
  readonly reservedAgent?: { readonly name: string };
  readonly receiveTime?: string;
  readonly result?: string;
  readonly log?: string;
}

function stateOf({ requestId, reservedAgent, receiveTime, result, log = "" }: JobAnswer): JobState {
  return { requestId, agent: reservedAgent?.name, received: receiveTime !== undefined, result, log };
}
