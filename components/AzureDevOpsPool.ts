import * as azuredevops from "@pulumi/azuredevops";
import * as pulumi from "@pulumi/pulumi";
import type { AgentClassPlan } from "../plan/fleetPlan";
import { authorisePipelines } from "./authorisePipelines";

/** An agent pool of the organisation, its queue in the project, and the pipelines that may use it without asking. */
export interface AzureDevOpsPoolArgs {
  readonly plan: AgentClassPlan["agentPool"];
  /** GUID of the project. A change replaces the queue. */
  readonly projectId: pulumi.Input<string>;
  /** Whether a new agent pool is protected from deletion. */
  readonly protect: boolean;
}

export class AzureDevOpsPool extends pulumi.ComponentResource {
  readonly agentPoolName: pulumi.Output<string>;
  /** Numeric id of the agent pool, as text. */
  readonly agentPoolId: pulumi.Output<string>;
  /** Numeric id of the queue, as text: what pipelines are authorised for (terraform-provider-azuredevops#963). */
  readonly queueId: pulumi.Output<string>;

  constructor(name: string, args: AzureDevOpsPoolArgs, opts?: pulumi.ComponentResourceOptions) {
    super("aks-agents:components:AzureDevOpsPool", name, {}, opts);
    const { pool, queue } = args.plan.existing ? this.find(args) : this.create(name, args);
    this.agentPoolName = pulumi.output(pool.name);
    this.agentPoolId = pulumi.output(pool.id);
    this.queueId = pulumi.output(queue.id);
    authorisePipelines(
      name,
      args.plan.pipelines,
      { projectId: args.projectId, type: "queue", resourceId: this.queueId },
      { parent: this },
    );
    this.registerOutputs({
      agentPoolName: this.agentPoolName,
      agentPoolId: this.agentPoolId,
      queueId: this.queueId,
    });
  }

  /** An existing pool is expected to have its queue: a project cannot have a second one on it. */
  private find({ plan, projectId }: AzureDevOpsPoolArgs) {
    const parent = { parent: this };
    const pool = azuredevops.getPoolOutput({ name: plan.name }, parent);
    const queue = azuredevops.getAgentQueueOutput({ name: plan.name, projectId }, parent);
    return { pool, queue };
  }

  private create(name: string, { plan, projectId, protect }: AzureDevOpsPoolArgs) {
    const parent = { parent: this };
    const pool = new azuredevops.Pool(
      `${name}-pool`,
      {
        name: plan.name,
        // Agents come baked into images; an update inside a container is lost with it (azure-pipelines-agent#2311).
        autoUpdate: false,
        autoProvision: false,
      },
      { ...parent, protect },
    );
    const queue = new azuredevops.Queue(`${name}-queue`, { projectId, agentPoolId: pool.id.apply(Number) }, parent);
    return { pool, queue };
  }
}
