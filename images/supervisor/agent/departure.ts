import { abortion } from "./waiting";

/** The wish from outside that the agent goes: a signal or a drain. A second signal presses. */
export class Departure {
  readonly asked: Promise<void>;
  /** The job is cut off: a second signal. */
  readonly pressed: Promise<void>;
  private readonly asking = new AbortController();
  private readonly pressing = new AbortController();

  /** Milliseconds since the epoch. */
  askedAt: number | undefined;

  constructor(private readonly now: () => number) {
    this.asked = abortion(this.asking.signal);
    this.pressed = abortion(this.pressing.signal);
  }

  /** For pauses that end as soon as the agent is to go. */
  get askedSignal(): AbortSignal {
    return this.asking.signal;
  }

  get pressedSignal(): AbortSignal {
    return this.pressing.signal;
  }

  get isAsked(): boolean {
    return this.asking.signal.aborted;
  }

  get isPressed(): boolean {
    return this.pressing.signal.aborted;
  }

  /** The agent goes when its job is over. Asking again changes nothing. */
  ask(): void {
    this.askedAt ??= this.now();
    this.asking.abort();
  }

  /** The agent goes now; a job that runs is cancelled. */
  press(): void {
    this.ask();
    this.pressing.abort();
  }
}
