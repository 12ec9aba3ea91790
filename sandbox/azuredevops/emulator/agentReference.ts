import { isOnline } from "./agentSessions";
import type { Emulator } from "./call";
import type { Agent, OrganizationState } from "./state";

/** An agent as others refer to it. */
export function agentReference(emulator: Emulator, organization: OrganizationState, agent: Agent) {
  const base = `${emulator.url()}/${organization.name}`;
  return {
    _links: {
      self: { href: `${base}/_apis/distributedtask/pools/${agent.poolId}/agents/${agent.id}` },
      web: { href: `${base}/_settings/agentpools?view=jobs&poolId=${agent.poolId}&agentId=${agent.id}` },
    },
    id: agent.id,
    name: agent.name,
    version: agent.version,
    osDescription: agent.osDescription,
    enabled: agent.enabled,
    status: isOnline(organization, agent) ? "online" : "offline",
    provisioningState: agent.provisioningState,
    accessPoint: "CodexAccessMapping",
  };
}
