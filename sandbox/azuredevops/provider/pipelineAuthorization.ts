import { z } from "zod";
import { ProviderError, type Properties } from "../../engine/provider/resourceProvider";
import type { ResourceContext, ResourceDefinition } from "./resourceDefinition";
import { wrapped } from "./pool";
import { text } from "./text";
import { notBlank, oneOf } from "./validation";

const apiVersion = "7.1-preview.1";

const permissions = z.object({
  resource: z.object({ id: z.string(), type: z.string() }),
  pipelines: z.array(z.object({ id: z.number(), authorized: z.boolean() })),
  allPipelines: z.object({ authorized: z.boolean() }).optional(),
});

/**
 * `azuredevops:index/pipelineAuthorization:PipelineAuthorization`
 * (terraform-provider-azuredevops v1.15.1 resource_pipeline_authorization.go). Every change replaces.
 */
export const pipelineAuthorization: ResourceDefinition = {
  inputs: {
    projectId: { type: "string", required: true, replaces: true },
    resourceId: { type: "string", required: true, replaces: true, problem: notBlank("resourceId") },
    type: {
      type: "string",
      required: true,
      replaces: true,
      problem: oneOf("type", ["endpoint", "queue", "variablegroup", "environment", "repository"]),
    },
    pipelineId: {
      type: "integer",
      replaces: true,
      problem: (value) =>
        Number(value) < 1 ? `expected pipelineId to be at least (1), got ${String(value)}` : undefined,
    },
    pipelineProjectId: { type: "string", replaces: true },
  },
  outputs: [],

  create: async (context, inputs) => {
    await set(context, inputs, true).catch(wrapped("creating authorized resource"));
    await context.poll("waiting for pipeline authorization ready", async () =>
      isAuthorized(await get(context, inputs), inputs) ? true : undefined,
    );
    return { id: authorizationId(inputs), state: authorizationState(inputs) };
  },

  read: async (context, _id, state) => {
    const live = await get(context, state);
    if (live === undefined || (live.allPipelines === undefined && live.pipelines.length === 0)) {
      return undefined;
    }
    const isListed = live.pipelines.length === 0 || live.pipelines.some(({ id }) => id === Number(state["pipelineId"]));
    return authorizationState({
      ...state,
      type: live.resource.type,
      resourceId: state["type"] === "repository" ? state["resourceId"] : live.resource.id,
      pipelineId: isListed ? state["pipelineId"] : undefined,
    });
  },

  delete: async (context, _id, state) => {
    await set(context, state, false).catch(wrapped("deleting authorized resource"));
  },

  importState: async (_context, id) => ({ id, state: parseAuthorizationId(id) }),
};

/** Undefined when the resource itself is gone. */
async function get({ client }: ResourceContext, resource: Properties) {
  const answer = await client.request("GET", permissionsPath(resource), { apiVersion });
  return answer === undefined ? undefined : permissions.parse(answer);
}

async function set({ client }: ResourceContext, resource: Properties, authorized: boolean): Promise<void> {
  const pipelineId = resource["pipelineId"];
  const body =
    pipelineId === undefined
      ? { allPipelines: { authorized } }
      : { pipelines: [{ id: Number(pipelineId), authorized }] };
  await client.request("PATCH", permissionsPath(resource), { apiVersion, body });
}

function isAuthorized(live: z.infer<typeof permissions> | undefined, { pipelineId }: Properties): boolean {
  return pipelineId === undefined
    ? live?.allPipelines?.authorized === true
    : (live?.pipelines ?? []).some(({ id }) => id === Number(pipelineId));
}

function permissionsPath({ projectId, pipelineProjectId, type, resourceId }: Properties): string {
  const resource = type === "repository" ? `${String(projectId)}.${String(resourceId)}` : String(resourceId);
  const project = encodeURIComponent(String(pipelineProjectId ?? projectId));
  return `${project}/_apis/pipelines/pipelinePermissions/${String(type)}/${encodeURIComponent(resource)}`;
}

function authorizationState({ projectId, type, resourceId, pipelineId, pipelineProjectId }: Properties): Properties {
  return {
    projectId,
    type,
    resourceId,
    ...(pipelineId !== undefined && { pipelineId: Number(pipelineId) }),
    ...(pipelineProjectId !== undefined && { pipelineProjectId }),
  };
}

/** `<project>/<type>/<resource>[;pipeline_project_id=<id>][;pipeline_id=<id>]` */
function authorizationId({ projectId, type, resourceId, pipelineId, pipelineProjectId }: Properties): string {
  return [
    [projectId, type, resourceId].join("/"),
    ...(pipelineProjectId === undefined ? [] : [`pipeline_project_id=${text(pipelineProjectId)}`]),
    ...(pipelineId === undefined ? [] : [`pipeline_id=${text(pipelineId)}`]),
  ].join(";");
}

function parseAuthorizationId(id: string): Properties {
  const [base = "", ...options] = id.split(";");
  const [projectId, type, resourceId, rest] = base.split("/");
  if (resourceId === undefined || rest !== undefined) {
    throw new ProviderError(`invalid id, expect base part to be \`<project_id>/<type>/<resource_id>\`, got=${base}`);
  }
  const values = new Map(
    options.map((option): [string, string] => [option.split("=")[0] ?? "", option.split("=")[1] ?? ""]),
  );
  return authorizationState({
    projectId,
    type,
    resourceId,
    pipelineId: values.get("pipeline_id"),
    pipelineProjectId: values.get("pipeline_project_id"),
  });
}
