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

/** Lists whose elements are told apart by these properties and not by their place (`x-ms-identifiers`), by path. */
export type ListKeys = Readonly<Record<string, readonly string[]>>;

/** Undefined when there is no difference. Properties that begin with `__` are the provider's own and do not count. */
export function objectDiff(
  before: Properties,
  after: Properties,
  listKeys: ListKeys = {},
  path = "",
): ObjectDiff | undefined {
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
      const diff = valueDiff(old, now, listKeys, path === "" ? name : `${path}.${name}`);
      if (diff !== undefined) {
        updates.set(name, diff);
      }
    }
  }
  return adds.size + deletes.size + updates.size === 0 ? undefined : { adds, deletes, updates };
}

function valueDiff(before: unknown, after: unknown, listKeys: ListKeys, path: string): ValueDiff | undefined {
  if (Array.isArray(before) && Array.isArray(after)) {
    const keys = listKeys[path];
    const list =
      keys === undefined ? listDiff(before, after, listKeys, path) : keyedListDiff(before, after, keys, listKeys, path);
    return list && { before, after, list };
  }
  if (isRecord(before) && isRecord(after)) {
    const object = objectDiff(before, after, listKeys, path);
    return object && { before, after, object };
  }
  return isDeepStrictEqual(before, after) ? undefined : { before, after };
}

function listDiff(
  before: readonly unknown[],
  after: readonly unknown[],
  listKeys: ListKeys,
  path: string,
): ListDiff | undefined {
  const updates = new Map<number, ValueDiff>();
  for (let index = 0; index < Math.min(before.length, after.length); index += 1) {
    const diff = valueDiff(before[index], after[index], listKeys, path);
    if (diff !== undefined) {
      updates.set(index, diff);
    }
  }
  return compact({ adds: range(before.length, after.length), deletes: range(after.length, before.length), updates });
}

function keyedListDiff(
  before: readonly unknown[],
  after: readonly unknown[],
  keys: readonly string[],
  listKeys: ListKeys,
  path: string,
): ListDiff | undefined {
  const identity = (entry: unknown) => JSON.stringify(keys.map((key) => (isRecord(entry) ? entry[key] : entry)));
  const olds = new Map(before.map((entry) => [identity(entry), entry]));
  const news = new Set(after.map(identity));
  const adds: number[] = [];
  const updates = new Map<number, ValueDiff>();
  after.forEach((entry, index) => {
    const known = olds.has(identity(entry));
    const diff = known ? valueDiff(olds.get(identity(entry)), entry, listKeys, path) : undefined;
    if (!known) {
      adds.push(index);
    } else if (diff !== undefined) {
      updates.set(index, diff);
    }
  });
  const deletes = before.flatMap((entry, index) => (news.has(identity(entry)) ? [] : [index]));
  return compact({ adds, deletes, updates });
}

function compact(diff: ListDiff): ListDiff | undefined {
  return diff.adds.length + diff.deletes.length + diff.updates.size === 0 ? undefined : diff;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
