import { once } from "node:events";
import type { Emulator } from "./call";
import { jobConnection, type JobConnection } from "./jobConnections";
import { assignedJob } from "./jobs";
import { serviceErrors } from "./serviceError";
import type { JobRequest, OrganizationState, Session } from "./state";

/** How long an agent may take to cancel a job, as the service says it: five minutes. */
const cancellationTimeout = "00:05:00";

/** A message of the service to a listening agent. Its body is JSON, as text. */
export interface AgentMessage {
  readonly messageId: number;
  readonly messageType: "PipelineAgentJobRequest" | "JobCancellation";
  readonly body: string;
}

/**
 * The oldest message for the session's agent after the given one; waits for one as long as the service does.
 * Undefined when none came. Throws when the session ends meanwhile.
 */
export async function nextMessage(
  emulator: Emulator,
  organization: OrganizationState,
  session: Session,
  lastMessageId: number,
): Promise<AgentMessage | undefined> {
  const time = AbortSignal.any([AbortSignal.timeout(emulator.messagePollSeconds * 1000), emulator.closing]);
  for (;;) {
    if (!organization.sessions.includes(session)) {
      throw serviceErrors.sessionExpired(session.id);
    }
    const message = messagesOf(organization, session).find(({ messageId }) => messageId > lastMessageId);
    if (message !== undefined) {
      return message.write(emulator, organization);
    }
    try {
      await once(emulator.messages, "changed", { signal: time });
    } catch {
      return undefined;
    }
  }
}

/** The agent has understood the message: it is not given out again. */
export function deleteMessage(organization: OrganizationState, session: Session, messageId: number): void {
  for (const job of organization.jobRequests.filter(({ agentId }) => agentId === session.agentId)) {
    job.messageId = job.messageId === messageId ? undefined : job.messageId;
    job.cancellationMessageId = job.cancellationMessageId === messageId ? undefined : job.cancellationMessageId;
  }
}

/** A message that waits for its agent. It is written when it is given out, because it may carry what is not kept. */
interface WaitingMessage {
  readonly messageId: number;
  write(emulator: Emulator, organization: OrganizationState): Promise<AgentMessage>;
}

function messagesOf(organization: OrganizationState, session: Session): readonly WaitingMessage[] {
  const agent = organization.agents.find(({ id }) => id === session.agentId);
  const job = agent && assignedJob(organization, agent);
  const { messageId, cancellationMessageId } = job ?? {};
  return [
    ...(job && messageId !== undefined
      ? [{ messageId, write: (...service: Service) => jobMessage(job, messageId, ...service) }]
      : []),
    ...(job && cancellationMessageId !== undefined
      ? [{ messageId: cancellationMessageId, write: async () => cancellationMessage(job, cancellationMessageId) }]
      : []),
  ];
}

type Service = [emulator: Emulator, organization: OrganizationState];

async function jobMessage(job: JobRequest, messageId: number, ...service: Service): Promise<AgentMessage> {
  const messageType = "PipelineAgentJobRequest";
  const { seconds, result, script } = job.content;
  const serviceConnection = await jobConnection(...service, job);
  return {
    messageId,
    messageType,
    body: JSON.stringify({
      messageType,
      requestId: job.requestId,
      lockedUntil: job.lockedUntil,
      plan: { planId: job.planId, planType: "Build", scopeIdentifier: job.projectId, definition: job.definition },
      jobId: job.jobId,
      jobDisplayName: job.jobName,
      jobName: job.jobName,
      // What the log must not show (azure-pipelines-agent AgentJobRequestMessage.cs).
      mask: secretsOf(serviceConnection).map((value) => ({ type: "regex", value })),
      // In place of the steps, which a pipeline would have.
      seconds,
      result,
      script,
      // In place of what the AzureCLI task asks the service for.
      serviceConnection,
    }),
  };
}

function secretsOf(connection: JobConnection | undefined): readonly string[] {
  return connection === undefined ? [] : [connection.idToken, connection.accessToken];
}

function cancellationMessage(job: JobRequest, messageId: number): AgentMessage {
  return {
    messageId,
    messageType: "JobCancellation",
    body: JSON.stringify({ jobId: job.jobId, timeout: cancellationTimeout }),
  };
}
