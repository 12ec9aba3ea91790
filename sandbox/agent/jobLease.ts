import { setTimeout as pause } from "node:timers/promises";
import type { ListenerContext } from "./listenerContext";
import { ServiceFailure, type ServiceClient } from "./serviceClient";
import type { TaskResult } from "./jobResults";

const renewSeconds = 60;
const firstAttempts = 5;
const reportAttempts = 5;
const reportPauseSeconds = 5;

/** A job request of the service, which the agent holds for as long as it renews it. */
export class JobLease {
  private readonly path: string;

  constructor(
    private readonly context: ListenerContext,
    private readonly service: ServiceClient,
    poolId: number,
    requestId: number,
  ) {
    this.path = `_apis/distributedtask/pools/${poolId}/jobrequests/${requestId}`;
  }

  /** Before the job begins. False when the service does not give it: the job is not run. */
  async take(signal: AbortSignal): Promise<boolean> {
    for (let attempt = 1; attempt <= firstAttempts; attempt++) {
      try {
        await this.renew();
        return true;
      } catch (error) {
        this.context.log.error(`No lease for the job: ${String(error)}`);
        if (isGone(error) || signal.aborted) {
          return false;
        }
        await this.sleep(signal);
      }
    }
    return false;
  }

  /** Renews it until the signal is aborted. Resolves earlier when the service has given the job up: true then. */
  async keep(signal: AbortSignal): Promise<boolean> {
    for (;;) {
      await this.sleep(signal);
      if (signal.aborted) {
        return false;
      }
      try {
        await this.renew();
      } catch (error) {
        this.context.log.error(`The lease was not renewed: ${String(error)}`);
        if (isGone(error)) {
          return true;
        }
      }
    }
  }

  /** @throws after five attempts. */
  async finish(result: TaskResult, agentShuttingDown: boolean): Promise<void> {
    const body = { result, finishTime: new Date().toISOString(), agentShuttingDown };
    for (let attempt = 1; ; attempt++) {
      try {
        await this.service.call("PATCH", this.path, { body });
        return;
      } catch (error) {
        this.context.log.error(`The result was not reported: ${String(error)}`);
        if (isGone(error)) {
          return;
        }
        if (attempt === reportAttempts) {
          throw error;
        }
        await pause(reportPauseSeconds * 1000);
      }
    }
  }

  private async renew(): Promise<void> {
    await this.service.call("PATCH", this.path, { body: {} });
  }

  private async sleep(signal: AbortSignal): Promise<void> {
    const seconds = this.context.misbehaviour.renewSeconds ?? renewSeconds;
    await pause(seconds * 1000, undefined, { signal }).catch(() => undefined);
  }
}

function isGone(error: unknown): boolean {
  return (
    error instanceof ServiceFailure &&
    ["TaskAgentJobNotFoundException", "TaskAgentJobTokenExpiredException"].includes(error.typeKey ?? "")
  );
}
