import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../../engine/provider/properties";
import type { Properties } from "../../engine/provider/resourceProvider";

/** How two objects differ, property by property. */
export interface ObjectDiff {
  readonly adds: ReadonlyMap<string, unknown>;
  readonly deletes: ReadonlySet<string>;
  readonly updates: ReadonlyMap<string, ValueDiff>;
}

export interface ValueDiff {
  readonly before: unknown;
  readonly after: unknown;
  /** Set when both are objects, or both are lists. */
  readonly object?: ObjectDiff;
  readonly list?: ListDiff;
}

export interface ListDiff {
  readonly adds: readonly number[];
  readonly deletes: readonly number[];
  readonly updates: ReadonlyMap<number, ValueDiff>;
}

/** Undefined when there is no difference. Properties that begin with `__` are the provider's own and do not count. */
export function objectDiff(before: Properties, after: Properties): ObjectDiff | undefined {
  const adds = new Map<string, unknown>();
  const deletes = new Set<string>();
  const updates = new Map<string, ValueDiff>();
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (name.startsWith("__")) {
      continue;
    }
    const [old, now] = [before[name] ?? undefined, after[name] ?? undefined];
    if (old === undefined && now !== undefined) {
      adds.set(name, now);
    } else if (old !== undefined && now === undefined) {
      deletes.add(name);
    } else {
      const diff = valueDiff(old, now);
      if (diff !== undefined) {
        updates.set(name, diff);
      }
    }
  }
  return adds.size + deletes.size + updates.size === 0 ? undefined : { adds, deletes, updates };
}

function valueDiff(before: unknown, after: unknown): ValueDiff | undefined {
  if (Array.isArray(before) && Array.isArray(after)) {
    const list = listDiff(before, after);
    return list && { before, after, list };
  }
  if (isRecord(before) && isRecord(after)) {
    const object = objectDiff(before, after);
    return object && { before, after, object };
  }
  return isDeepStrictEqual(before, after) ? undefined : { before, after };
}

/** Element by element: the specifications of the types here tell no list's elements apart by a key (`x-ms-identifiers`). */
function listDiff(before: readonly unknown[], after: readonly unknown[]): ListDiff | undefined {
  const updates = new Map<number, ValueDiff>();
  for (let index = 0; index < Math.min(before.length, after.length); index += 1) {
    const diff = valueDiff(before[index], after[index]);
    if (diff !== undefined) {
      updates.set(index, diff);
    }
  }
  const [adds, deletes] = [range(before.length, after.length), range(after.length, before.length)];
  return adds.length + deletes.length + updates.size === 0 ? undefined : { adds, deletes, updates };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
