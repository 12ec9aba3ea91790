import { setTimeout as pause } from "node:timers/promises";
import { createSession, deleteSession, pauseAfterError } from "./agentSession";
import type { AgentSettings } from "./agentSettings";
import type { ListenerContext } from "./listenerContext";
import { ServiceFailure, type ServiceClient } from "./serviceClient";

export interface QueuedMessage {
  readonly messageId: number;
  readonly messageType: string;
  readonly body: string;
}

/** Failures of a poll that end the listener (azure-pipelines-agent MessageListener.cs). */
const finalFailures = [
  "TaskAgentNotFoundException",
  "TaskAgentPoolNotFoundException",
  "TaskAgentSessionExpiredException",
  "TaskAgentAccessTokenExpiredException",
  "AccessDeniedException",
];

/** The messages of one agent, under a session that is opened anew when the service has dropped it. */
export class MessageQueue {
  private lastMessageId: number | undefined;

  constructor(
    private readonly context: ListenerContext,
    private readonly settings: AgentSettings,
    private readonly service: ServiceClient,
    private sessionId: string,
  ) {}

  /**
   * The next message. Polls for it until it comes.
   * @throws ServiceFailure that makes polling useless, and AbortError when the signal is aborted.
   */
  async next(signal: AbortSignal): Promise<QueuedMessage> {
    for (;;) {
      try {
        const message = (await this.service.call("GET", this.path(), { signal })) as QueuedMessage | undefined;
        if (message !== undefined) {
          this.lastMessageId = message.messageId;
          return message;
        }
        await pause(this.pollPauseSeconds() * 1000, undefined, { signal });
      } catch (error) {
        signal.throwIfAborted();
        await this.recover(error, signal);
      }
    }
  }

  async delete({ messageId }: QueuedMessage): Promise<void> {
    await this.service.call("DELETE", this.path(messageId));
  }

  async close(): Promise<void> {
    await deleteSession(this.settings, this.service, this.sessionId);
  }

  private async recover(error: unknown, signal: AbortSignal): Promise<void> {
    this.context.log.error(`No message: ${String(error)}`);
    const typeKey = error instanceof ServiceFailure ? error.typeKey : undefined;
    if (typeKey === "TaskAgentSessionExpiredException") {
      const sessionId = await createSession(this.context, this.settings, this.service, signal);
      if (sessionId === undefined) {
        throw error;
      }
      this.sessionId = sessionId;
      return;
    }
    if (finalFailures.includes(typeKey ?? "") || (error instanceof ServiceFailure && error.status === 401)) {
      throw error;
    }
    this.context.print(`No connection to the service: ${String(error)}`);
    await pauseAfterError(this.context, signal);
  }

  private path(messageId?: number): string {
    const last =
      messageId === undefined && this.lastMessageId !== undefined ? `&lastMessageId=${this.lastMessageId}` : "";
    const message = messageId === undefined ? "" : `/${messageId}`;
    return `_apis/distributedtask/pools/${this.settings.poolId}/messages${message}?sessionId=${this.sessionId}${last}`;
  }

  private pollPauseSeconds(): number {
    return this.context.misbehaviour.pollPauseSeconds ?? 5 + Math.random() * 10;
  }
}
