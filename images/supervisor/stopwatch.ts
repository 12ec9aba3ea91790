import type { Clock } from "./clock";

/** Starts to measure; the function tells how long it has been, such as `4.2 s`. */
export function stopwatch(clock: Clock): () => string {
  const start = clock.now();
  return () => `${((clock.now() - start) / 1000).toFixed(1)} s`;
}
