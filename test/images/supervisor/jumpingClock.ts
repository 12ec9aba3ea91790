import type { Clock } from "../../../images/supervisor/clock";

/** A clock on which sleeping takes no time: it jumps there. */
export class JumpingClock implements Clock {
  readonly pauses: number[] = [];
  private readonly start: number;

  constructor(private time = Date.parse("2026-11-30T12:00:00Z")) {
    this.start = time;
  }

  get elapsedSeconds(): number {
    return (this.time - this.start) / 1000;
  }

  now(): number {
    return this.time;
  }

  advance(seconds: number): void {
    this.time += seconds * 1000;
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.pauses.push(milliseconds / 1000);
    this.time += milliseconds;
  }
}
