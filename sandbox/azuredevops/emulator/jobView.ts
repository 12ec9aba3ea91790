import { agentReference } from "./agentReference";
import type { Emulator } from "./call";
import type { JobRequest, OrganizationState } from "./state";

/** Id of the build service, which owns jobs of pipelines. */
const buildService = "00025394-6065-48ca-87d9-7f5672854ef7";

/** A job as the service lists it. Times that have not come yet are left out, not null: KEDA reads a null as a time. */
export function jobView(emulator: Emulator, organization: OrganizationState, job: JobRequest) {
  const agent = organization.agents.find(({ id }) => id === job.agentId);
  const base = `${emulator.url()}/${organization.name}/${job.projectId}`;
  return {
    requestId: job.requestId,
    queueTime: job.queueTime,
    assignTime: job.assignTime,
    receiveTime: job.receiveTime,
    lockedUntil: job.result === undefined ? job.lockedUntil : undefined,
    finishTime: job.finishTime,
    result: job.result,
    serviceOwner: buildService,
    hostId: organization.id,
    scopeId: job.projectId,
    planType: "Build",
    planId: job.planId,
    jobId: job.jobId,
    jobName: job.jobName,
    demands: job.demands,
    reservedAgent: agent && agentReference(emulator, organization, agent),
    definition: {
      _links: {
        web: { href: `${base}/_build/definition?definitionId=${job.definition.id}` },
        self: { href: `${base}/_apis/build/Definitions/${job.definition.id}` },
      },
      ...job.definition,
    },
    owner: {
      _links: {
        web: { href: `${base}/_build/results?buildId=${job.requestId}` },
        self: { href: `${base}/_apis/build/Builds/${job.requestId}` },
      },
      id: job.requestId,
      name: `${job.queueTime.slice(0, 10).replaceAll("-", "")}.${job.requestId}`,
    },
    data: { ParallelismTag: "Private", IsScheduledKey: "False" },
    poolId: job.poolId,
    orchestrationId: `${job.planId}.${job.jobName.toLowerCase()}.__default`,
    priority: 0,
  };
}
