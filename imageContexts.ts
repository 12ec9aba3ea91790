import { readFileSync, statSync } from "node:fs";
import { isAbsolute, join, normalize, sep } from "node:path";
import type { ImageContextFacts } from "./plan/imageContextFacts";

/**
 * Looks at the folders that agent classes name as their image contexts.
 * @param program Folder that the names start from.
 */
export function readImageContexts(
  folders: readonly (string | undefined)[],
  program: string,
): Readonly<Record<string, ImageContextFacts>> {
  const named = folders.filter((folder) => folder !== undefined);
  return Object.fromEntries(named.map((folder) => [folder, factsOf(folder, program)]));
}

function factsOf(folder: string, program: string): ImageContextFacts {
  const path = normalize(folder);
  if (isAbsolute(path) || path === ".." || path.startsWith(`..${sep}`)) return { kind: "outside" };
  if (statSync(join(program, path), { throwIfNoEntry: false })?.isDirectory() !== true) return { kind: "missing" };
  const dockerfile = join(program, path, "Dockerfile");
  if (statSync(dockerfile, { throwIfNoEntry: false })?.isFile() !== true) return { kind: "noDockerfile" };
  const lines = readFileSync(dockerfile, "utf8").split(/\r?\n/);
  const stages = lines.map((line, index) => ({ index, from: /^\s*FROM\s+(.*)$/i.exec(line)?.[1] }));
  const firstStage = stages.find(({ from }) => from !== undefined)?.index ?? lines.length;
  return {
    kind: "dockerfile",
    // An ARG of a stage is unknown to FROM (docs.docker.com/reference/dockerfile, "Understand how ARG and FROM interact").
    declaresBase: lines.slice(0, firstStage).some((line) => /^\s*ARG\s+(?:.*\s)?BASE(?:=|\s|$)/i.test(line)),
    startsFromBase: stages.some(({ from = "" }) => /(?:^|\s)\$(?:BASE|\{BASE(?::-[^}]*)?\})(?:\s|$)/.test(from)),
  };
}
