import { authorizationUrl } from "./agentTokens";
import type { Emulator } from "./call";
import { agentReference } from "./agentReference";
import { assignedJob } from "./jobs";
import { jobView } from "./jobView";
import type { Agent, OrganizationState } from "./state";

/** What of an agent is asked for beyond its name and status. */
export interface AgentDetails {
  readonly capabilities: boolean;
  readonly assignedRequest: boolean;
  readonly lastCompletedRequest: boolean;
}

export function agentView(emulator: Emulator, organization: OrganizationState, agent: Agent, details: AgentDetails) {
  const assigned = assignedJob(organization, agent);
  const completed = organization.jobRequests
    .filter(({ agentId, result }) => agentId === agent.id && result !== undefined)
    .at(-1);
  return {
    ...agentReference(emulator, organization, agent),
    maxParallelism: agent.maxParallelism,
    createdOn: agent.createdOn,
    statusChangedOn: agent.statusChangedOn,
    authorization: {
      clientId: agent.clientId,
      authorizationUrl: authorizationUrl(emulator, organization),
      publicKey: agent.publicKey,
    },
    ...(details.capabilities && {
      systemCapabilities: agent.systemCapabilities,
      userCapabilities: agent.userCapabilities,
    }),
    ...(details.assignedRequest && assigned && { assignedRequest: jobView(emulator, organization, assigned) }),
    ...(details.lastCompletedRequest &&
      completed && { lastCompletedRequest: jobView(emulator, organization, completed) }),
  };
}
