import type { PlanContext } from "./planContext";
import { ConfigurationError, type Problem } from "./problem";
import { findProblems } from "./rules";
import type { Finding } from "./rules/rule";
import { settingsSchema, type Settings } from "./settings";
import { isAtOrBelow, keyAt, valueAt, type Path } from "./settings/keyPaths";
import { shapeProblems } from "./settings/shapeProblems";

/**
 * Checks raw values against the schema and fills in the defaults. `found` is what the reader of the values has found already.
 * @throws ConfigurationError when a shape is wrong. It lists the problems of meaning too, as far as they do not rest on a value
 * that could not be read, so that one round of corrections is enough.
 */
export function parseSettings(
  raw: Readonly<Record<string, unknown>>,
  context: PlanContext,
  found: readonly Problem[] = [],
): Settings {
  const result = settingsSchema.safeParse(raw);
  if (result.success && found.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  const problems = [...found, ...issues.flatMap((issue) => shapeProblems(issue, raw))];
  // Nothing rests on a key that is unknown.
  const unreadable = issues
    .filter(({ code }) => code !== "unrecognized_keys")
    .flatMap((issue) => shapeProblems(issue, raw));
  const rest = withoutUnreadable(raw);
  const meaning = rest === undefined ? [] : findProblems(rest.settings, context).map(rest.restore);
  throw new ConfigurationError([
    ...problems,
    ...meaning
      .filter(({ severity }) => severity === "refusal")
      .filter((finding) => !restsOn(finding, unreadable))
      .map(({ code, path, message, remedy }) => ({ code, path, message, remedy })),
  ]);
}

function restsOn({ path, related }: Finding, problems: readonly Problem[]): boolean {
  return problems.some((problem) =>
    [path, ...related].some((place) => isAtOrBelow(place, problem.path) || isAtOrBelow(problem.path, place)),
  );
}

interface Readable {
  readonly settings: Settings;
  /** Puts the original index of an agent class into a finding about the readable rest. */
  readonly restore: (finding: Finding) => Finding;
}

/** What is left of the values when everything unreadable is taken away, and whole agent classes where a required key is. */
function withoutUnreadable(raw: Readonly<Record<string, unknown>>): Readable | undefined {
  const values: Record<string, unknown> = structuredClone(raw);
  const dropped = new Set<number>();
  // Taking a value away can make its group unreadable in turn, at most once per level.
  for (let round = 0; round < 8; round++) {
    const result = settingsSchema.safeParse({ ...values, agents: keep(values["agents"], dropped) });
    if (result.success) return { settings: result.data, restore: restorer(values["agents"], dropped) };
    const before = new Set(dropped);
    for (const issue of result.error.issues) {
      const path = originalPath(issue.path, values["agents"], before);
      if (issue.code === "unrecognized_keys") issue.keys.forEach((key) => removeAt(values, [...path, key]));
      else takeAway(values, path, dropped);
    }
  }
  return undefined;
}

function keep(agents: unknown, dropped: ReadonlySet<number>): unknown {
  return Array.isArray(agents) ? agents.filter((_, index) => !dropped.has(index)) : agents;
}

/** Indexes of the agent classes that are kept. */
function keptIndexes(agents: unknown, dropped: ReadonlySet<number>): readonly number[] {
  return Array.isArray(agents) ? [...agents.keys()].filter((index) => !dropped.has(index)) : [];
}

function originalPath(path: readonly PropertyKey[], agents: unknown, dropped: ReadonlySet<number>): Path {
  const segments = path.filter((segment) => typeof segment !== "symbol");
  const [first, index, ...rest] = segments;
  if (first !== "agents" || typeof index !== "number") return segments;
  return [first, keptIndexes(agents, dropped)[index] ?? index, ...rest];
}

function restorer(agents: unknown, dropped: ReadonlySet<number>): (finding: Finding) => Finding {
  const indexes = keptIndexes(agents, dropped);
  const restore = (place: string) =>
    place.replace(/^agents\[(\d+)\]/, (_, index: string) => `agents[${indexes[Number(index)] ?? index}]`);
  return (finding) => ({ ...finding, path: restore(finding.path), related: finding.related.map(restore) });
}

/** Removes a value, so that its default applies; where there is none, a stand-in takes its place, or the agent class goes. */
function takeAway(values: Record<string, unknown>, path: Path, dropped: Set<number>): void {
  const [first, index] = path;
  const place = removable(path);
  if (place !== undefined) {
    removeAt(values, place);
  } else if (first === "agents" && typeof index === "number") {
    dropped.add(index);
  } else {
    // Nothing is said about the stand-in, because its path is among the unreadable ones.
    setAt(values, path, keyAt(path)?.meta?.example);
  }
}

/** The innermost place at or above the path that may be absent: never a single element of a list. */
function removable(path: Path): Path | undefined {
  const listed = path.findIndex(
    (segment, position) => typeof segment === "number" && !(position === 1 && path[0] === "agents"),
  );
  const candidate = listed === -1 ? path : path.slice(0, listed);
  const key = keyAt(candidate);
  if (typeof candidate.at(-1) === "number") return undefined;
  if (key === undefined || !key.required) return candidate;
  const above = candidate.slice(0, -1);
  return above.length === 0 ? undefined : removable(above);
}

function removeAt(values: Record<string, unknown>, path: Path): void {
  const last = path.at(-1);
  const parent = valueAt(values, path.slice(0, -1));
  if (isObject(parent) && last !== undefined) Reflect.deleteProperty(parent, last);
}

function setAt(values: Record<string, unknown>, path: Path, value: unknown): void {
  const last = path.at(-1);
  const parent = valueAt(values, path.slice(0, -1));
  if (isObject(parent) && last !== undefined) Reflect.set(parent, last, structuredClone(value));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
