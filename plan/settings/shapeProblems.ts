import { closest, distance } from "fastest-levenshtein";
import type { z } from "zod";
import type { Problem } from "../problem";
import { retiredWindowsVersions } from "../windowsVersions";
import { hintFor } from "./keyHints";
import type { KeyNode } from "./keyTree";
import { formatPath, keyAt, valueAt, type Path } from "./keyPaths";

/** Codes of what can be wrong with the shape of a single value. */
export const shapeCodes = [
  "unknown-key",
  "missing-key",
  "wrong-type",
  "value-not-allowed",
  "out-of-range",
  "secret-not-kept",
] as const;

/** Words for what zod found, one problem per key. */
export function shapeProblems(issue: z.core.$ZodIssue, raw: unknown): readonly Problem[] {
  const path = issue.path.filter((segment) => typeof segment !== "symbol");
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(path, key));
  return [valueProblem(issue, path, valueAt(raw, path))];
}

function valueProblem(issue: z.core.$ZodIssue, path: Path, value: unknown): Problem {
  const key = keyAt(path);
  if (value === undefined) return missingKey(path, key);
  if (issue.code === "too_big" || issue.code === "too_small") return outOfRange(path, key, value);
  if (issue.code === "invalid_value") return notAllowed(path, value, issue.values.map(String));
  return wrongType(path, key, value, issue);
}

function unknownKey(parent: Path, name: string): Problem {
  const path = formatPath([...parent, name]);
  const hint = hintFor(formatPath(parent), name);
  if (hint) return { ...hint, path };
  const known = keyAt(parent)?.children.map((child) => child.name) ?? [];
  return {
    code: "unknown-key",
    path,
    message: `There is no key "${name}" here.`,
    remedy: `${suggestion(name, known)}Known keys: ${known.join(", ")}.`,
  };
}

/** "Did you mean …", when something near is known. */
export function suggestion(word: string, known: readonly string[]): string {
  if (known.length === 0) return "";
  const lower = word.toLowerCase();
  const nearest = closest(
    lower,
    known.map((candidate) => candidate.toLowerCase()),
  );
  const original = known.find((candidate) => candidate.toLowerCase() === nearest);
  const far = distance(lower, nearest) > Math.max(2, Math.ceil(word.length / 3));
  return far || original === undefined ? "" : `Did you mean ${original}? `;
}

function missingKey(path: Path, key: KeyNode | undefined): Problem {
  const example = key?.meta?.example;
  return {
    code: "missing-key",
    path: formatPath(path),
    message: `It is missing. ${key?.meta?.description ?? ""}`.trim(),
    remedy: example === undefined ? "Set it." : `Set it, for example to ${JSON.stringify(example)}.`,
  };
}

function outOfRange(path: Path, key: KeyNode | undefined, value: unknown): Problem {
  const { least, most } = key?.range ?? {};
  const range =
    most === undefined ? `${least} or more` : least === undefined ? `${most} or less` : `${least} to ${most}`;
  return {
    code: "out-of-range",
    path: formatPath(path),
    message: `${JSON.stringify(value)} is out of range.`,
    remedy: `Use ${range}.`,
  };
}

function notAllowed(path: Path, value: unknown, allowed: readonly string[]): Problem {
  const retired = path.at(-1) === "os" && retiredWindowsVersions.find(({ spelling }) => spelling.test(String(value)));
  if (retired) {
    return {
      code: "windows-version-retired",
      path: formatPath(path),
      message: `AKS retired ${retired.name} on ${retired.retired} (${retired.source}).`,
      remedy: `Use one of ${allowed.join(", ")}.`,
    };
  }
  return {
    code: "value-not-allowed",
    path: formatPath(path),
    message: `${JSON.stringify(value)} is not one of the allowed values.`,
    remedy: `${typeof value === "string" ? suggestion(value, allowed) : ""}Use one of ${allowed.join(", ")}${typeof value === "number" ? ", in quotes" : ""}.`,
  };
}

function wrongType(path: Path, key: KeyNode | undefined, value: unknown, issue: z.core.$ZodIssue): Problem {
  const expected =
    key?.meta?.writtenAs ??
    (key ? kindWords[key.kind] : issue.code === "invalid_type" ? issue.expected : "another value");
  return {
    code: "wrong-type",
    path: formatPath(path),
    message: `This should be ${expected}, and is ${kindOfValue(value)}.`,
    remedy: key?.meta?.example === undefined ? "Mend the value." : `For example ${JSON.stringify(key.meta.example)}.`,
  };
}

const kindWords: Readonly<Record<KeyNode["kind"], string>> = {
  group: "a group of keys",
  list: "a list",
  map: "a map of names to texts",
  text: "text (in quotes)",
  "truth value": "true or false",
  "whole number": "a whole number",
  number: "a number",
  choice: "one word",
  mixed: "another value",
};

function kindOfValue(value: unknown): string {
  if (value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a group of keys";
  return `the ${{ string: "text", number: "number", boolean: "truth value" }[String(typeof value)] ?? "value"} ${JSON.stringify(value)}`;
}
