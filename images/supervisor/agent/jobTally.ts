import type { Clock } from "../clock";
import type { JobEvents } from "../listener/listener";

/** The jobs that listeners of this process have told of. */
export class JobTally implements JobEvents {
  started = 0;
  finished = 0;
  /** Milliseconds since the epoch of the last start or end of a job. */
  changedAt = 0;
  private waiting: (() => void)[] = [];

  constructor(private readonly clock: Clock) {}

  get running(): boolean {
    return this.started > this.finished;
  }

  jobStarted(): void {
    this.started += 1;
    this.change();
  }

  /** An end that was counted before, because no worker ran any more, is not counted again. */
  jobFinished(): void {
    this.finished = Math.min(this.started, this.finished + 1);
    this.change();
  }

  /** Resolves with the next start or end of a job. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private change(): void {
    this.changedAt = this.clock.now();
    const waiting = this.waiting;
    this.waiting = [];
    waiting.forEach((wake) => wake());
  }
}
