import type { AgentContext } from "./agentContext";
import { callService, messageOf } from "./callService";
import { limits } from "./limits";
import type { Registration } from "./register";

/**
 * Sees to it that a run-once agent has one job and ends after it. `--once` alone does not: a second job has been seen
 * (azure-pipelines-agent#2332, #3994), and the listener can hang at the end (#5563). So the agent is disabled on the server as soon as
 * its job has started, which leaves that job alone.
 */
export class OneJobGuard {
  private disabling: Promise<void> | undefined;
  private disabled = false;

  constructor(
    private readonly context: AgentContext,
    private readonly registration: Registration,
  ) {}

  /**
   * Whether the listener is to end now, its job being over: at once when it could get another one, else when it has had its time.
   */
  verdict(): "goesOn" | "stop" | "kill" {
    const { settings, jobs, clock, log } = this.context;
    if (!settings.runOnce || jobs.started === 0) {
      return "goesOn";
    }
    this.disabling ??= this.disable();
    if (jobs.started > 1) {
      log.error("listen", "The listener has taken a second job although it was to end after one: it is ended.");
      return "kill";
    }
    if (jobs.running) {
      return "goesOn";
    }
    if (!this.disabled) {
      log.warn("listen", "The one job is over, and the agent is not disabled yet: the listener is killed.");
      return "kill";
    }
    if (clock.now() < this.deadline()) {
      return "goesOn";
    }
    log.warn("listen", `The job is over, and the listener has not ended within ${limits.endOfOnce / 1000} s.`);
    return "stop";
  }

  /** When `verdict` is to be asked again at the latest, in milliseconds since the epoch. */
  deadline(): number {
    const { settings, jobs } = this.context;
    return settings.runOnce && jobs.started > 0 && !jobs.running ? jobs.changedAt + limits.endOfOnce : Infinity;
  }

  private async disable(): Promise<void> {
    const { service, clock, log, settings } = this.context;
    const { pool, agentId } = this.registration;
    const call = {
      stage: "listen",
      purpose: "disable the agent, which has its one job",
      deadline: clock.now() + limits.blind,
    };
    try {
      await callService(this.context, call, async () => {
        const agent = await service.readAgent(pool, agentId);
        if (agent !== undefined) {
          await service.setEnabled(pool, agent, false);
        }
      });
      this.disabled = true;
      log.info("listen", `${settings.agentName} has its one job, and is disabled: it gets no other.`);
    } catch (error) {
      log.warn("listen", `The agent could not be disabled: ${messageOf(error)}`);
    }
  }
}
