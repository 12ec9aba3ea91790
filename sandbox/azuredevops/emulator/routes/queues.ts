import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { callOf, type Call, type Emulator } from "../call";
import { poolOf, projectOf, queueOf, sameName } from "../organizations";
import { serviceErrors } from "../serviceError";
import type { OrganizationState, Pool, Project, Queue } from "../state";
import { collection, parseBody, poolReference, queryFlag, queryValue } from "../wire";
import { authorization, permit } from "./pipelinePermissions";
import { addPool } from "./pools";

type ProjectPath = { Params: { project: string } };
type QueuePath = { Params: { project: string; queueId: string } };

const queueBody = z.object({
  name: z.string().trim().min(1).optional(),
  pool: z.object({ id: z.number() }).optional(),
});

/** `{project}/_apis/distributedtask/queues`: what a project sees of the organization's pools. */
export function registerQueueRoutes(server: FastifyInstance, emulator: Emulator): void {
  const path = "/:organization/:project/_apis/distributedtask/queues";

  server.get<ProjectPath>(path, async (request) => {
    const { organization } = callOf(request);
    const project = projectOf(organization, request.params.project);
    const name = queryValue(request.query, "queueName");
    const numbers = (parameter: string) => queryValue(request.query, parameter)?.split(",").map(Number);
    const [queueIds, poolIds] = [numbers("queueIds"), numbers("poolIds")];
    const names = queryValue(request.query, "queueNames")?.split(",");
    return collection(
      organization.queues
        .filter(({ projectId }) => projectId === project.id)
        .filter((queue) => name === undefined || sameName(queue.name, name))
        .filter((queue) => names === undefined || names.some((wanted) => sameName(queue.name, wanted)))
        .filter((queue) => queueIds === undefined || queueIds.includes(queue.id))
        .filter((queue) => poolIds === undefined || poolIds.includes(queue.poolId))
        .map((queue) => queueView(organization, queue)),
    );
  });

  server.get<QueuePath>(`${path}/:queueId`, async (request) => {
    const { organization } = callOf(request);
    const project = projectOf(organization, request.params.project);
    return queueView(organization, queueOf(organization, project, request.params.queueId));
  });

  server.post<ProjectPath>(path, async (request) => {
    const call = callOf(request);
    call.requireCollectionAdministrator("Create");
    const { organization } = call;
    const project = projectOf(organization, request.params.project);
    const body = parseBody(queueBody, request.body);
    const pool = poolForQueue(emulator, call, body);
    refuseSecondQueue(organization, project, pool);
    const queue: Queue = {
      id: organization.next.queueId++,
      projectId: project.id,
      poolId: pool.id,
      name: body.name ?? pool.name,
    };
    organization.queues.push(queue);
    if (queryFlag(request.query, "authorizePipelines")) {
      const permissions = { projectId: project.id, type: "queue", resourceId: String(queue.id), pipelines: [] };
      permit(organization, permissions, { allPipelines: { authorized: true } }, authorization(emulator, call));
    }
    emulator.organizations.save();
    return queueView(organization, queue);
  });

  server.delete<QueuePath>(`${path}/:queueId`, async (request, reply) => {
    const call = callOf(request);
    call.requireCollectionAdministrator("Manage");
    const { organization } = call;
    const queue = queueOf(organization, projectOf(organization, request.params.project), request.params.queueId);
    organization.queues = organization.queues.filter((other) => other !== queue);
    organization.pipelinePermissions = organization.pipelinePermissions.filter(
      ({ type, resourceId }) => type !== "queue" || resourceId !== String(queue.id),
    );
    emulator.organizations.save();
    return reply.code(204).send();
  });
}

/** The pool that is named by id; without one, the pool of the queue's name, made on the fly if it is not there. */
function poolForQueue(emulator: Emulator, call: Call, body: z.infer<typeof queueBody>): Pool {
  const { organization } = call;
  if (body.pool !== undefined) {
    return poolOf(organization, body.pool.id);
  }
  const { name } = body;
  if (name === undefined) {
    throw serviceErrors.invalidArgument("Value cannot be null. Parameter name: queue.Name");
  }
  return (
    organization.pools.find((pool) => sameName(pool.name, name)) ??
    addPool(emulator, call, { name, poolType: "automation", autoProvision: false })
  );
}

/** A project cannot have two queues on one pool (azure-devops-docs pools-queues.md). */
function refuseSecondQueue(organization: OrganizationState, project: Project, pool: Pool): void {
  const existing = organization.queues.find(({ projectId, poolId }) => projectId === project.id && poolId === pool.id);
  if (existing !== undefined) {
    throw serviceErrors.queueExists(existing.name, project.name);
  }
}

function queueView(organization: OrganizationState, queue: Queue) {
  return {
    id: queue.id,
    projectId: queue.projectId,
    name: queue.name,
    pool: poolReference(organization, poolOf(organization, queue.poolId)),
  };
}
