/** The wish that the agent goes, from wherever it comes: a signal, a drain, the idle limit. Asked twice by signals, it presses. */
export class Departure {
  readonly asked: Promise<void>;
  /** The job is cut off: a second signal. */
  readonly pressed: Promise<void>;
  private readonly asking = new AbortController();
  private readonly pressing = new AbortController();

  constructor() {
    this.asked = aborted(this.asking.signal);
    this.pressed = aborted(this.pressing.signal);
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
    this.asking.abort();
  }

  /** The agent goes now; a job that runs is cancelled. */
  press(): void {
    this.ask();
    this.pressing.abort();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
