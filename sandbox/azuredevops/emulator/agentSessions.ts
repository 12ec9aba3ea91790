import type { Emulator } from "./call";
import type { Agent, OrganizationState, Session } from "./state";

/** How long the service keeps the session of an agent that was killed (microsoft/azure-pipelines-agent#720). */
const silenceMilliseconds = 5 * 60 * 1000;

/** An agent is online while it has a session. */
export function isOnline(organization: OrganizationState, agent: Agent): boolean {
  return sessionOfAgent(organization, agent) !== undefined;
}

export function sessionOfAgent(organization: OrganizationState, agent: Agent): Session | undefined {
  return organization.sessions.find(({ agentId }) => agentId === agent.id);
}

export function openSession(organization: OrganizationState, session: Session): void {
  organization.sessions.push(session);
  noteChange(organization, session, session.lastSeen);
}

/** Ends a session. A request for a message that is still open under it is refused. */
export function closeSession(emulator: Emulator, organization: OrganizationState, session: Session, at: string): void {
  organization.sessions = organization.sessions.filter((other) => other !== session);
  noteChange(organization, session, at);
  emulator.messages.emit("changed");
}

/** Ends the sessions of agents that have been silent for too long, as of the moment when they became so. */
export function closeSilentSessions(emulator: Emulator, organization: OrganizationState): void {
  const now = emulator.now().getTime();
  for (const session of organization.sessions) {
    const end = Date.parse(session.lastSeen) + silenceMilliseconds;
    if (end <= now) {
      closeSession(emulator, organization, session, new Date(end).toISOString());
    }
  }
}

function noteChange(organization: OrganizationState, session: Session, at: string): void {
  const agent = organization.agents.find(({ id }) => id === session.agentId);
  if (agent !== undefined) {
    agent.statusChangedOn = at;
  }
}
