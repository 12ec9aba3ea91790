import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { callOf, type Call, type Emulator } from "../call";
import { agentHasJob } from "../jobs";
import { poolOf, sameName } from "../organizations";
import { poolRoleScope } from "../roles";
import { serviceErrors } from "../serviceError";
import type { OrganizationState, Pool, PoolType } from "../state";
import { collection, identityReference, parseBody, poolReference, queryValue } from "../wire";

type PoolPath = { Params: { poolId: string } };

const poolTypes: readonly PoolType[] = ["automation", "deployment"];

/** Enumerations travel as words or as numbers that begin with 1. */
const poolType = z.union([z.enum(["automation", "deployment"]), z.number().transform((index) => poolTypes[index - 1])]);

const poolBody = z.object({
  name: z.string().trim().min(1).optional(),
  poolType: poolType.optional(),
  autoProvision: z.boolean().nullish(),
  autoUpdate: z.boolean().nullish(),
});

/** `_apis/distributedtask/pools`: the pools of an organization. */
export function registerPoolRoutes(server: FastifyInstance, emulator: Emulator): void {
  const path = "/:organization/_apis/distributedtask/pools";

  server.get(path, async (request) => {
    const { organization } = callOf(request);
    const name = queryValue(request.query, "poolName");
    const type = queryValue(request.query, "poolType")?.toLowerCase();
    const ids = queryValue(request.query, "poolIds")?.split(",").map(Number);
    return collection(
      organization.pools
        .filter((pool) => name === undefined || nameMatches(name, pool.name))
        .filter((pool) => type === undefined || pool.poolType === type || poolTypes[Number(type) - 1] === pool.poolType)
        .filter((pool) => ids === undefined || ids.includes(pool.id))
        .map((pool) => poolView(emulator, organization, pool)),
    );
  });

  server.get<PoolPath>(`${path}/:poolId`, async (request) => {
    const { organization } = callOf(request);
    return poolView(emulator, organization, poolOf(organization, request.params.poolId));
  });

  server.post(path, async (request) => {
    const call = callOf(request);
    call.requireCollectionAdministrator("Create");
    const body = parseBody(poolBody.required({ name: true }), request.body);
    const pool = addPool(emulator, call, {
      name: body.name,
      poolType: body.poolType ?? "automation",
      autoProvision: body.autoProvision ?? false,
    });
    emulator.organizations.save();
    return poolView(emulator, call.organization, pool);
  });

  server.patch<PoolPath>(`${path}/:poolId`, async (request) => {
    const call = callOf(request);
    const pool = call.managedPool(request.params.poolId);
    const body = parseBody(poolBody, request.body);
    if (body.name !== undefined && !sameName(body.name, pool.name)) {
      refuseTakenName(call.organization, body.name);
    }
    pool.name = body.name ?? pool.name;
    pool.autoProvision = body.autoProvision ?? pool.autoProvision;
    pool.autoUpdate = body.autoUpdate ?? pool.autoUpdate;
    emulator.organizations.save();
    return poolView(emulator, call.organization, pool);
  });

  server.delete<PoolPath>(`${path}/:poolId`, async (request, reply) => {
    const call = callOf(request);
    const pool = call.managedPool(request.params.poolId);
    deletePool(call.organization, pool);
    emulator.organizations.save();
    return reply.code(204).send();
  });
}

/** Adds a pool and makes its creator the administrator. Throws when the name is taken. */
export function addPool(
  emulator: Emulator,
  call: Call,
  properties: Pick<Pool, "name" | "poolType" | "autoProvision">,
): Pool {
  const { organization } = call;
  refuseTakenName(organization, properties.name);
  const pool: Pool = {
    ...properties,
    id: organization.next.poolId++,
    scope: randomUUID(),
    createdOn: emulator.now().toISOString(),
    createdById: call.identityId,
    // Creation ignores false: only an update switches it off (terraform-provider-azuredevops resource_agent_pool.go).
    autoUpdate: true,
  };
  organization.pools.push(pool);
  organization.roleAssignments.push({
    scope: poolRoleScope,
    resourceId: String(pool.id),
    identityId: call.identityId,
    roleName: "Administrator",
  });
  return pool;
}

function deletePool(organization: OrganizationState, pool: Pool): void {
  const agents = organization.agents.filter(({ poolId }) => poolId === pool.id);
  const busy = agents.find((agent) => agentHasJob(organization, agent));
  if (busy !== undefined) {
    throw serviceErrors.agentRunsJob(pool.name, busy.name);
  }
  const elsewhere = ({ poolId }: { readonly poolId: number }) => poolId !== pool.id;
  organization.agentsDeletedWithPool.push(...agents.map(({ name }) => `${pool.name}/${name}`));
  organization.pools = organization.pools.filter(({ id }) => id !== pool.id);
  organization.queues = organization.queues.filter(elsewhere);
  organization.agents = organization.agents.filter(elsewhere);
  organization.sessions = organization.sessions.filter(elsewhere);
  organization.jobRequests = organization.jobRequests.filter(elsewhere);
  organization.roleAssignments = organization.roleAssignments.filter(
    ({ scope, resourceId }) => scope !== poolRoleScope || resourceId !== String(pool.id),
  );
}

function refuseTakenName(organization: OrganizationState, name: string): void {
  if (organization.pools.some((pool) => sameName(pool.name, name))) {
    throw serviceErrors.poolExists(name);
  }
}

/** A name filter may end in an asterisk. */
function nameMatches(filter: string, name: string): boolean {
  return filter.endsWith("*")
    ? name.toLowerCase().startsWith(filter.slice(0, -1).toLowerCase())
    : sameName(filter, name);
}

function poolView(emulator: Emulator, organization: OrganizationState, pool: Pool) {
  const creator = identityReference(emulator, organization, pool.createdById);
  return {
    createdOn: pool.createdOn,
    autoProvision: pool.autoProvision,
    autoUpdate: pool.autoUpdate,
    autoSize: true,
    targetSize: null,
    agentCloudId: null,
    createdBy: creator,
    owner: creator,
    properties: {},
    ...poolReference(organization, pool),
  };
}
