/** What a person wants who presses Ctrl-C, once and again. */
export interface Interruptions {
  /** Aborted by the first: give up, and tidy up. */
  readonly signal: AbortSignal;
  /** Aborted by a later one: wait for nothing any more. */
  readonly hurry: AbortSignal;
  /** Listens no longer. */
  readonly end: () => void;
}

/** Ctrl-C reaches a process twice when another has started it and hands signals on. */
const sameKeyMilliseconds = 500;

export function interruptions(): Interruptions {
  const first = new AbortController();
  const second = new AbortController();
  let at = 0;
  const interrupt = () => {
    if (first.signal.aborted && Date.now() - at > sameKeyMilliseconds) second.abort();
    if (!first.signal.aborted) at = Date.now();
    first.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return {
    signal: first.signal,
    hurry: second.signal,
    end: () => {
      process.off("SIGINT", interrupt);
      process.off("SIGTERM", interrupt);
    },
  };
}
