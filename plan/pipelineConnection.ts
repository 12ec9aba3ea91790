import { contextWriterRole, registryBuildRoles } from "./buildRoles";
import type { PipelineConnectionPlan } from "./imagePlan";
import { namesOf } from "./names";
import type { PlanContext } from "./planContext";
import type { Settings } from "./settings";

/** The service connection through which pipelines build images; undefined where none is asked for. */
export function planPipelineConnection(settings: Settings, context: PlanContext): PipelineConnectionPlan | undefined {
  const { pipelineConnection } = settings.imageBuilds;
  if (pipelineConnection === undefined) return undefined;
  const { name, pipelines } = pipelineConnection;
  return {
    name: name ?? namesOf(settings, context).pipelineConnection,
    pipelines: pipelines === "none" ? [] : pipelines,
    registryRoles: registryBuildRoles[settings.registry.roleAssignmentMode],
    contextRole: contextWriterRole,
  };
}
