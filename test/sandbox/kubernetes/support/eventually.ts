import { waitFor } from "../../../../sandbox/kubernetes/waitFor";

/** Looks until something is found, at most a minute: the machine may be busy. */
export function eventually<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  return waitFor(look, { what, timeoutMilliseconds: 60_000, intervalMilliseconds: 100 });
}
