import { readdirSync, readFileSync } from "node:fs";
import type { V1Pod } from "@kubernetes/client-node";
import { waitFor } from "../../sandbox/kubernetes/waitFor";
import { Clouds } from "./clouds";
import { PipelineJobs, type Agent } from "./pipelineJobs";
import { TestStack, type Configuration, type StackOptions } from "./testStack";

/** One agent class of a stack that is up. */
export interface FleetClass {
  readonly name: string;
  readonly pool: string;
  readonly namespace: string;
  readonly deployment: string;
}

/** A stack whose agents are alive: its pods, its agent pools, and the processes in between. */
export class AgentFleet {
  private constructor(
    readonly stack: TestStack,
    readonly clouds: Clouds,
    readonly jobs: PipelineJobs,
    readonly kubernetes: Awaited<ReturnType<Clouds["kubernetes"]>>,
  ) {}

  /** Brings a stack up in a sandbox of its own, and waits until its agents are online. */
  static async open(
    source: string,
    changes: Configuration = {},
    beforeUp: (stack: TestStack, clouds: Clouds) => Promise<void> = () => Promise.resolve(),
    options: Partial<StackOptions> = {},
  ): Promise<AgentFleet> {
    const stack = await TestStack.open(source, changes, options);
    const clouds = new Clouds(stack.paths);
    try {
      await beforeUp(stack, clouds);
      await stack.up();
      const jobs = new PipelineJobs(() => clouds.server.azureDevOpsUrl);
      return new AgentFleet(stack, clouds, jobs, await clouds.kubernetes(String((await stack.outputs())["clusterId"])));
    } catch (error) {
      await stack.remove();
      throw error;
    }
  }

  /** A class by its name, with the names that the program gives. */
  classOf(name: string): FleetClass {
    return {
      name,
      pool: `aks-agents-${this.stack.name}-${name}`,
      namespace: `agents-${name}`,
      deployment: `${name}-a`,
    };
  }

  /** The class's pods that are not on their way out. */
  async pods({ namespace, deployment }: FleetClass): Promise<readonly V1Pod[]> {
    const labelSelector = `app.kubernetes.io/instance=${deployment}`;
    const { items } = await this.kubernetes.core.listNamespacedPod({ namespace, labelSelector });
    return items.filter(({ metadata }) => metadata?.deletionTimestamp === undefined);
  }

  async scale({ namespace, deployment: name }: FleetClass, replicas: number): Promise<void> {
    const body = [{ op: "replace", path: "/spec/replicas", value: replicas }];
    await this.kubernetes.apps.patchNamespacedDeployment({ namespace, name, body });
  }

  /** Starts a rolling update, as `kubectl rollout restart` does. */
  async restart({ namespace, deployment: name }: FleetClass): Promise<void> {
    const value = { "kubectl.kubernetes.io/restartedAt": new Date().toISOString() };
    const path = "/spec/template/metadata/annotations/kubectl.kubernetes.io~1restartedAt";
    const body = [{ op: "add", path, value: value["kubectl.kubernetes.io/restartedAt"] }];
    await this.kubernetes.apps.patchNamespacedDeployment({ namespace, name, body });
  }

  /** Waits until the pool's agents are as wanted. */
  async agentsWhen(
    { pool }: FleetClass,
    what: string,
    wanted: (agents: readonly Agent[]) => boolean,
    timeoutMilliseconds = 90_000,
  ): Promise<readonly Agent[]> {
    return waitFor(
      async () => {
        const agents = await this.jobs.agents(pool);
        return wanted(agents) && agents;
      },
      { what: `the agents of ${pool} are ${what}`, timeoutMilliseconds, intervalMilliseconds: 250 },
    );
  }

  /** Waits until so many agents are registered, all of them online. */
  async online(agentClass: FleetClass, count: number): Promise<readonly Agent[]> {
    return this.agentsWhen(
      agentClass,
      `${count}, all online`,
      (agents) => agents.length === count && agents.every(({ online }) => online),
    );
  }

  /** Process id of the supervisor of a pod on this machine. */
  supervisorOf(podName: string): number {
    const found = readdirSync("/proc")
      .filter((entry) => /^\d+$/.test(entry))
      .find(
        (entry) =>
          /supervisor\.js\0run\0/.test(read(entry, "cmdline")) &&
          read(entry, "environ").includes(`AZP_AGENT_NAME=${podName}\0`),
      );
    if (found === undefined) {
      throw new Error(`No supervisor runs for the pod ${podName}.`);
    }
    return Number(found);
  }

  remove(): Promise<void> {
    return this.stack.remove();
  }
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
