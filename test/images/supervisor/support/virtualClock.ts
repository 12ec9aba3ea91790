import type { Clock } from "../../../../images/supervisor/clock";

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

/** A clock that stands still while anything can go on, and then jumps to what happens next. */
export class VirtualClock {
  private time = Date.parse("2026-11-30T12:00:00Z");
  private order = 0;
  /** A heap by time, then by order. */
  private readonly timers: Timer[] = [];

  now(): number {
    return this.time;
  }

  /** @returns a function that takes the timer back */
  after(milliseconds: number, action: () => void): () => void {
    let wanted = true;
    this.push({
      at: this.time + Math.max(0, milliseconds),
      order: this.order++,
      fire: () => {
        if (wanted) {
          action();
        }
      },
    });
    return () => (wanted = false);
  }

  /** This clock as one process sees it, which stops for ever when the process is killed. */
  clockOf(isKilled: () => boolean): Clock {
    return {
      now: () => this.time,
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted === true) {
            reject(abortion);
            return;
          }
          const abort = () => {
            cancel();
            reject(abortion);
          };
          const cancel = this.after(milliseconds, () => {
            signal?.removeEventListener("abort", abort);
            if (!isKilled()) {
              resolve();
            }
          });
          signal?.addEventListener("abort", abort, { once: true });
        }),
    };
  }

  /**
   * Lets time pass until the promise is settled.
   * @throws when nothing is left that could happen, or more time has passed than the limit
   */
  async runUntil<T>(promise: Promise<T>, limitMilliseconds: number): Promise<T> {
    let settled = false;
    const done = () => (settled = true);
    promise.then(done, done);
    const limit = this.time + limitMilliseconds;
    for (;;) {
      await quiet();
      if (settled) {
        return promise;
      }
      const next = this.pop();
      if (next === undefined) {
        throw new Error("Nothing can happen any more, and the end has not come.");
      }
      if (next.at > limit) {
        throw new Error(`The end has not come within ${limitMilliseconds / 60_000} minutes.`);
      }
      this.time = next.at;
      next.fire();
    }
  }

  private push(timer: Timer): void {
    const heap = this.timers;
    let index = heap.push(timer) - 1;
    for (;;) {
      const parent = (index - 1) >> 1;
      const [above, here] = [heap[parent], heap[index]];
      if (index === 0 || above === undefined || here === undefined || !before(here, above)) {
        return;
      }
      [heap[parent], heap[index], index] = [here, above, parent];
    }
  }

  private pop(): Timer | undefined {
    const heap = this.timers;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) {
      return first;
    }
    heap[0] = last;
    for (let index = 0; ;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const smaller = isBefore(heap[right], heap[left]) ? right : left;
      const [here, below] = [heap[index], heap[smaller]];
      if (here === undefined || below === undefined || !before(below, here)) {
        return first;
      }
      [heap[index], heap[smaller], index] = [below, here, smaller];
    }
  }
}

function isBefore(one: Timer | undefined, other: Timer | undefined): boolean {
  return one !== undefined && (other === undefined || before(one, other));
}

function before(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** Resolves when no promise has anything left to do. */
function quiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** One for all: errors are dear, because of their stacks. */
const abortion = new Error("The operation was aborted");
abortion.name = "AbortError";
