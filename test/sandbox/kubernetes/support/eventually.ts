import { waitFor } from "../../../../sandbox/kubernetes/waitFor";

/** Looks until something is found, at most 30 s. */
export function eventually<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  return waitFor(look, { what, timeoutMilliseconds: 30_000, intervalMilliseconds: 100 });
}
