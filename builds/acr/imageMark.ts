const name = "AKS_AGENTS_IMAGE";

/**
 * A Dockerfile that says first for which image it is built. A run that is not finished names no image, and nothing else of a quick build
 * can be given a name; but its log shows every instruction. An ARG before the first FROM belongs to no stage and changes no layer
 * (docs.docker.com/reference/dockerfile, "Understand how ARG and FROM interact"); parser directives stay the first lines, as they must.
 * @param image `repository:tag`
 */
export function markDockerfile(original: string, image: string): string {
  const dockerfile = original.replace(/^\uFEFF/, "");
  const directives = /^(?:[ \t]*#[ \t]*[A-Za-z][A-Za-z0-9]*[ \t]*=.*(?:\r?\n|$))*/.exec(dockerfile)?.[0] ?? "";
  const separator = directives === "" || directives.endsWith("\n") ? "" : "\n";
  return `${directives}${separator}ARG ${name}=${image}\n${dockerfile.slice(directives.length)}`;
}

/**
 * Which image a line of a log names: undefined when the line does not say yet, false when the build is for something that has no mark. The
 * first step of a marked Dockerfile is the mark.
 */
export function markedImage(line: string): string | false | undefined {
  const step = /^Step 1\/\d+ : (.*)$/.exec(line.trim())?.[1];
  if (step === undefined) {
    return undefined;
  }
  const prefix = `ARG ${name}=`;
  return step.startsWith(prefix) ? step.slice(prefix.length).trim() : false;
}
