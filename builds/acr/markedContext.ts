import { readFile } from "node:fs/promises";
import type { BuildContext } from "../buildContext";
import { BuildError } from "../buildError";
import type { AcrBuildRequest } from "./acrBuild";
import { markDockerfile } from "./imageMark";

/** The request's context with the mark of its first image in the Dockerfile. */
export async function markedContext({ context, dockerfile, images }: AcrBuildRequest): Promise<BuildContext> {
  const [image = ""] = images;
  const original = context.files.find(({ path }) => path === dockerfile)?.source;
  if (original === undefined || original.kind === "link") {
    throw new BuildError(
      "dockerfile-missing",
      `There is no ${dockerfile} in the build context.`,
      "A build needs a Dockerfile that is a file of its context.",
    );
  }
  const text = original.kind === "text" ? original.text : await readFile(original.file, "utf8");
  const source = { kind: "text", text: markDockerfile(text, image) } as const;
  return { files: context.files.map((file) => (file.path === dockerfile ? { ...file, source } : file)) };
}
