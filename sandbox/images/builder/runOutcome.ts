import type { Instruction } from "./dockerfile/instruction";

/** Constructs of shells that make the outcome depend on more than the order of the commands. */
const undecidable = /\||(?<!&)&(?!&)|\b(?:if|while|for|case|function|try|trap|switch|until)\b|[{}()]/i;

const failing: readonly { readonly command: RegExp; readonly exitCode: (found: RegExpExecArray) => number }[] = [
  { command: /^exit\s+(?:\/b\s+)?(-?\d+)$/i, exitCode: ([, code]) => Number(code) & 0xff },
  { command: /^(?:\/usr)?(?:\/bin\/)?false$/, exitCode: () => 1 },
  { command: /^throw\b/i, exitCode: () => 1 },
];

const shells = /^(?:.*[\\/])?(?:sh|bash|ash|dash|cmd|powershell|pwsh)(?:\.exe)?$/i;

/**
 * The code with which a RUN surely ends, told by its text alone: one of its commands is `exit N`, `false` or a `throw`. Zero: nobody
 * can tell without executing it.
 */
export function runOutcome({ text, words }: Pick<Instruction, "text" | "words">): number {
  const command = words === undefined ? text : shells.test(words[0] ?? "") ? (words.at(-1) ?? "") : words.join(" ");
  if (undecidable.test(command)) {
    return 0;
  }
  const statements = command.split(/;|&&|\n/).map((statement) => statement.trim());
  for (const [index, statement] of statements.entries()) {
    const isLast = index === statements.length - 1;
    for (const { command: pattern, exitCode } of failing) {
      const found = pattern.exec(statement);
      // What follows a `false` after a semicolon is what counts.
      if (found !== null && (isLast || !/false$/.test(statement) || /&&/.test(command))) {
        return exitCode(found);
      }
    }
  }
  return 0;
}
