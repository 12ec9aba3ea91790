import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { flattenConfig, projectName, projectRoot } from "../support/stackConfig";

/** A configuration that is wrong, or nearly: a stack file with a few values changed, and what must be said about it. */
const corpusCaseSchema = z.strictObject({
  base: z.enum(["dev", "dual", "prod", "pr"]),
  stack: z.string().optional(),
  /** Clock of the case; the day after the tables were checked where it says nothing. */
  now: z.string().default("2026-12-01T12:00:00Z"),
  /** Values by path, such as `agents[0].vmSize`. */
  set: z.record(z.string(), z.unknown()).default({}),
  remove: z.array(z.string()).default([]),
  /** Keys that the stack file holds encrypted. */
  secret: z.array(z.string()).default([]),
  kind: z.enum(["refusal", "warning"]),
  expect: z.array(z.strictObject({ path: z.string(), code: z.string() })).min(1),
});

export interface CorpusCase extends z.infer<typeof corpusCaseSchema> {
  readonly file: string;
  /** The configuration as the program receives it. */
  readonly config: Readonly<Record<string, string>>;
  readonly secretKeys: readonly string[];
}

const folder = __dirname;

/** All cases of the corpus, by file name. */
export function corpusCases(): readonly CorpusCase[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map(readCase);
}

function readCase(file: string): CorpusCase {
  const parsed = corpusCaseSchema.parse(parse(readFileSync(join(folder, file), "utf8")));
  const stackFile: { config: Record<string, unknown> } = z
    .object({ config: z.record(z.string(), z.unknown()) })
    .parse(parse(readFileSync(join(projectRoot, `Pulumi.${parsed.base}.yaml`), "utf8")));
  const tree = Object.fromEntries(Object.entries(stackFile.config).map(([key, value]) => [withoutProject(key), value]));
  for (const [path, value] of Object.entries(parsed.set)) setAt(tree, segmentsOf(path), value);
  for (const path of parsed.remove) setAt(tree, segmentsOf(path), undefined);
  const kept = Object.fromEntries(Object.entries(tree).filter(([, value]) => value !== undefined));
  return {
    ...parsed,
    file,
    config: flattenConfig({ config: kept }),
    secretKeys: parsed.secret.map((key) => `${projectName}:${key}`),
  };
}

function withoutProject(key: string): string {
  return key.startsWith(`${projectName}:`) ? key.slice(projectName.length + 1) : key;
}

/** `agents[0].vmSize` as `["agents", 0, "vmSize"]`. */
function segmentsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/[^.[\]]+|\[(\d+)\]/g)].map(([text, index]) => (index === undefined ? text : Number(index)));
}

function setAt(tree: object, segments: readonly (string | number)[], value: unknown): void {
  const [first, ...rest] = segments;
  if (first === undefined) return;
  if (rest.length === 0) {
    if (value === undefined) Reflect.deleteProperty(tree, first);
    else Reflect.set(tree, first, value);
    return;
  }
  const inner: unknown = Reflect.get(tree, first);
  const next = typeof inner === "object" && inner !== null ? inner : {};
  Reflect.set(tree, first, next);
  setAt(next, rest, value);
}
