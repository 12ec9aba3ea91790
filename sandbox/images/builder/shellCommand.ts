import type { Instruction } from "./dockerfile/instruction";
import type { StageState } from "./stageState";

const defaultShells = { windows: ["cmd", "/S", "/C"], linux: ["/bin/sh", "-c"] };

/** The command line of RUN, CMD or ENTRYPOINT: the exec form's words, or the text behind the shell. */
export function shellCommand(
  { text, words }: Pick<Instruction, "text" | "words">,
  { config, os }: Pick<StageState, "config" | "os">,
): { readonly words: readonly string[]; readonly isEscaped: boolean } {
  if (words !== undefined) {
    return { words, isEscaped: false };
  }
  const shell = config.Shell ?? defaultShells[os];
  // On Windows a whole command line stands in one word (moby daemon/builder/dockerfile/dispatchers.go, resolveCmdLine).
  return os === "windows"
    ? { words: [[...shell, text].join(" ")], isEscaped: true }
    : { words: [...shell, text], isEscaped: false };
}
