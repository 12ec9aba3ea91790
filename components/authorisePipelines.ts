import * as azuredevops from "@pulumi/azuredevops";
import type * as pulumi from "@pulumi/pulumi";
import type { PipelineAuthorizations } from "../plan/fleetPlan";

/** What pipelines shall use without asking in their first run. */
export interface AuthorisedResource {
  readonly projectId: pulumi.Input<string>;
  readonly type: "queue" | "endpoint";
  /** Id of the queue (not of its pool: terraform-provider-azuredevops#963) or of the service connection. */
  readonly resourceId: pulumi.Input<string>;
}

/** One authorisation for all pipelines of the project, or one for each that is listed. `name` is that of the component. */
export function authorisePipelines(
  name: string,
  pipelines: PipelineAuthorizations,
  resource: AuthorisedResource,
  opts: pulumi.CustomResourceOptions,
): void {
  const authorisations =
    pipelines === "all"
      ? [{ role: "all-pipelines" }]
      : pipelines.map((pipelineId) => ({ role: `pipeline-${pipelineId}`, pipelineId }));
  for (const { role, ...pipeline } of authorisations) {
    new azuredevops.PipelineAuthorization(`${name}-${role}`, { ...resource, ...pipeline }, opts);
  }
}
