import { provideTool } from "../../sandbox/engine/provideTools";
import { sandboxPaths, type SandboxPaths } from "../../sandbox/paths";
import { runningServer, type RunningServer } from "../../sandbox/serverFile";
import { UserError } from "../userError";
import { agentClassOutputs } from "./agentClassOutputs";
import { commandPrefix } from "./commandPrefix";
import { clusterClient, listPods } from "./clusterClient";
import { followJobs } from "./followJobs";
import { OrganizationClient, OrganizationError, type JobOrder } from "./organizationClient";
import type { SandboxOptions } from "./sandboxCommand";

export interface QueueOptions extends JobOrder {
  /** Name of the agent pool. */
  readonly pool?: string;
  /** Name of the agent class, in place of its pool's. */
  readonly class?: string;
  /** Follow the jobs to their end. */
  readonly wait: boolean;
}

/** Queues pipeline jobs, as a pipeline would. With `wait` the exit code is 0 when all of them succeed, else 1. */
export async function queueJobs({ stack }: SandboxOptions, options: QueueOptions): Promise<void> {
  const paths = sandboxPaths();
  const server = runningServer(paths);
  if (server === undefined) {
    throw new UserError("The sandbox is not running. `npm run sandbox` starts it.");
  }
  const client = OrganizationClient.of(paths, server, stack);
  if (client === undefined) {
    throw new UserError(`The stack ${stack} has no agent pools. \`npm run sandbox -- --stack ${stack}\` brings it up.`);
  }
  const pool = await poolName(paths, client, stack, options);
  const { count, seconds, demands, script, serviceConnection } = options;
  const jobs = await client
    .queueJobs(pool, { count, seconds, demands, script, serviceConnection })
    .catch((error: unknown) => refuse(error, pool, options, stack));
  if (!options.wait) {
    const ids = jobs.map(({ requestId }) => requestId).join(", ");
    console.log(`Queued ${jobs.length === 1 ? "job" : "jobs"} ${ids} in ${pool}. --wait would follow to the end.`);
    return;
  }
  const ended = await followJobs(
    jobs.map(({ requestId }) => requestId),
    {
      job: (requestId) => client.job(pool, requestId).catch(refuseEnd),
      nodeOf: await nodeFinder(paths, server, stack),
      print: (line) => console.log(line),
    },
  );
  const succeeded = ended.filter(({ result }) => result === "succeeded").length;
  console.log(`${succeeded} of ${ended.length} ${ended.length === 1 ? "job" : "jobs"} succeeded.`);
  process.exitCode = succeeded === ended.length ? 0 : 1;
}

async function poolName(
  paths: SandboxPaths,
  client: OrganizationClient,
  stack: string,
  { pool, class: className }: QueueOptions,
): Promise<string> {
  if ((pool === undefined) === (className === undefined)) {
    throw new UserError("Say where: --pool takes the name of an agent pool, or --class that of an agent class.", 2);
  }
  if (className !== undefined) {
    const classes = agentClassOutputs(paths, stack);
    const found = classes.find(({ name }) => name === className);
    if (found === undefined) {
      throw new UserError(
        `The stack ${stack} has no agent class ${className}. ${listed(classes.map(({ name }) => name))}`,
      );
    }
    return found.agentPool;
  }
  const names = (await client.summary()).pools.map(({ name }) => name);
  const found = names.find((name) => name.toLowerCase() === pool?.toLowerCase());
  if (found === undefined) {
    throw new UserError(`The organisation ${client.organization} has no agent pool ${pool}. ${listed(names)}`);
  }
  return found;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "It has none at all." : `There are: ${names.join(", ")}.`;
}

/** Azure DevOps does not let a job wait for an agent that nobody has registered. */
function refuse(error: unknown, pool: string, { demands }: QueueOptions, stack: string): never {
  if (error instanceof OrganizationError && error.typeKey === "TaskAgentNotFoundException") {
    const status = `\`${commandPrefix(stack)} status\``;
    throw new UserError(
      demands.length === 0
        ? `No agent is registered in the pool ${pool}, so Azure DevOps refuses the job. ${status} tells when one is.`
        : `No agent of the pool ${pool} has what the job demands (${demands.join("; ")}), so Azure DevOps refuses it. ` +
            `An agent class publishes its \`capabilities\`; ${status} shows whether agents are registered.`,
    );
  }
  throw error;
}

function refuseEnd(error: unknown): never {
  throw error instanceof OrganizationError
    ? new UserError(`A job cannot be followed any more: ${error.message}`)
    : new UserError("The sandbox does not answer any more. `npm run sandbox` starts it; its jobs go on there.");
}

/** Asks the cluster for its pods when an agent is met for the first time: an agent has its pod's name. */
async function nodeFinder(
  paths: SandboxPaths,
  server: RunningServer,
  stack: string,
): Promise<(agent: string) => Promise<string | undefined>> {
  const cluster = await clusterClient(paths, server, stack);
  if (cluster === undefined) {
    return async () => undefined;
  }
  const kubectl = await provideTool("kubectl", new AbortController().signal);
  const nodes = new Map<string, string>();
  return async (agent) => {
    if (!nodes.has(agent)) {
      const pods = await listPods(kubectl, cluster).catch(() => []);
      pods.filter(({ node }) => node !== "").forEach(({ name, node }) => nodes.set(name, node));
    }
    return nodes.get(agent);
  };
}
