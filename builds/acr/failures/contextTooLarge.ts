import { statSync } from "node:fs";
import type { BuildContext } from "../../buildContext";
import { BuildError } from "../../buildError";

/** Names the top folders and files that take the most room, since one of them is usually there by mistake. */
export function contextTooLarge(problem: string, context?: BuildContext): BuildError {
  return new BuildError(
    "context-too-large",
    `The build context ${problem}.${context === undefined ? "" : ` Most of it: ${largest(context)}.`}`,
    "Name in .dockerignore what the Dockerfile does not copy.",
  );
}

function largest({ files }: BuildContext): string {
  const sizes = new Map<string, number>();
  for (const { path, source } of files) {
    const [top = path] = path.split("/");
    const bytes = source.kind === "file" ? (statSync(source.file, { throwIfNoEntry: false })?.size ?? 0) : 0;
    sizes.set(top, (sizes.get(top) ?? 0) + bytes);
  }
  return [...sizes]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([name, bytes]) => `${name} (${(bytes / 2 ** 20).toFixed(1)} MiB)`)
    .join(", ");
}
