import type { Clock } from "../../../../images/supervisor/clock";

/** A clock that a test moves from one pause of the code under test to its next one. */
export class HandClock implements Clock {
  private time = Date.parse("2026-11-30T12:00:00Z");
  private readonly pauses: (() => void)[] = [];
  private readonly waiting: (() => void)[] = [];

  now(): number {
    return this.time;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
      this.pauses.push(() => {
        this.time += milliseconds;
        resolve();
      });
      this.waiting.splice(0).forEach((wake) => wake());
    });
  }

  /** Ends the present pause, and resolves when the code has begun the next one. */
  async next(): Promise<void> {
    await this.paused();
    this.pauses.shift()?.();
    await this.paused();
  }

  private async paused(): Promise<void> {
    if (this.pauses.length === 0) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }
}
