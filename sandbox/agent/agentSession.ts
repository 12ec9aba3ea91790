import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { AgentSettings } from "./agentSettings";
import { agentSystem } from "./agentSystem";
import { agentVersion } from "./agentVersion";
import { systemCapabilities } from "./capabilities";
import type { ListenerContext } from "./listenerContext";
import { ServiceFailure, type ServiceClient } from "./serviceClient";

const retrySeconds = 30;
const sessionConflictSeconds = 240;

/** Failures of a new session that trying again does not cure (azure-pipelines-agent MessageListener.cs). */
const finalFailures = ["TaskAgentNotFoundException", "TaskAgentPoolNotFoundException", "AccessDeniedException"];

/** The pause after an error of the service. */
export async function pauseAfterError({ misbehaviour }: ListenerContext, signal: AbortSignal): Promise<void> {
  await pause((misbehaviour.retrySeconds ?? retrySeconds) * 1000, undefined, { signal });
}

/**
 * Opens the agent's session. Another session of the same agent is borne for four minutes, errors that may pass for ever.
 * Undefined when it is no use.
 * @throws AbortError when the signal is aborted.
 */
export async function createSession(
  context: ListenerContext,
  settings: AgentSettings,
  service: ServiceClient,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { environment, misbehaviour, root, print, log } = context;
  const body = {
    ownerName: hostname(),
    agent: {
      id: settings.agentId,
      name: settings.agentName,
      version: agentVersion,
      osDescription: agentSystem(environment).description,
    },
    systemCapabilities: systemCapabilities(root, settings.agentName, environment),
  };
  const pauseSeconds = misbehaviour.retrySeconds ?? retrySeconds;
  const limitSeconds = misbehaviour.sessionConflictSeconds ?? sessionConflictSeconds;
  let conflicts = 0;
  for (;;) {
    try {
      const path = `_apis/distributedtask/pools/${settings.poolId}/sessions`;
      return ((await service.call("POST", path, { body, signal })) as { sessionId: string }).sessionId;
    } catch (error) {
      signal.throwIfAborted();
      log.error(`No session: ${String(error)}`);
      if (error instanceof ServiceFailure && (finalFailures.includes(error.typeKey ?? "") || error.status === 401)) {
        print(`The session was refused: ${error.message}`);
        return undefined;
      }
      if (error instanceof ServiceFailure && error.typeKey === "TaskAgentSessionConflictException") {
        conflicts += 1;
        print("This agent has a session already.");
        if (conflicts > 1 && conflicts * pauseSeconds >= limitSeconds) {
          print(`It still has one after ${limitSeconds} seconds; giving up.`);
          return undefined;
        }
      } else {
        print(`No connection to the service: ${String(error)}. The next attempt is in ${pauseSeconds} seconds.`);
      }
      await pauseAfterError(context, signal);
    }
  }
}

export async function deleteSession(settings: AgentSettings, service: ServiceClient, sessionId: string): Promise<void> {
  const path = `_apis/distributedtask/pools/${settings.poolId}/sessions/${sessionId}`;
  await service.call("DELETE", path, { signal: AbortSignal.timeout(30_000) });
}
