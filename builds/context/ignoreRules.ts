import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ignore from "@balena/dockerignore";

/** Which paths of a folder do not belong to the context. */
export interface IgnoreRules {
  /** @param path Relative to the folder, with "/" between folders. */
  ignores(path: string): boolean;
  /** Whether something below an ignored folder may belong to the context all the same, because of a rule with "!". */
  readonly hasExceptions: boolean;
  /** The rules as they were read. Absent: there is no such file. */
  readonly text?: string;
}

/**
 * A checkout's own folders hold all of its history and may hold the pipeline's token; `az acr build` leaves them out as
 * well. They come before the rules that were read, so that "!.git" takes them in.
 */
const versionControl = [".git", ".hg", ".svn", ".bzr"].flatMap((name) => [name, `**/${name}`]);

/**
 * The rules of a folder: `<Dockerfile>.dockerignore` where it exists, else `.dockerignore`
 * (docs.docker.com/build/concepts/context, "dockerignore files").
 */
export function readIgnoreRules(folder: string, dockerfile: string): IgnoreRules {
  const file = [`${dockerfile}.dockerignore`, ".dockerignore"]
    .map((name) => join(folder, name))
    .find((candidate) => existsSync(candidate));
  const text = file === undefined ? undefined : readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  // Docker tells "Build" from "build" on every system.
  const rules = ignore({ ignorecase: false })
    .add(versionControl)
    .add(text ?? "");
  return {
    ignores: (path) => rules.ignores(path),
    hasExceptions: text?.split(/\r?\n/).some((line) => line.trim().startsWith("!")) ?? false,
    text,
  };
}
