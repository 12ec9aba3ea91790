import { BuildProblem } from "../buildProblem";
import type { Instruction } from "./instruction";
import { splitWords } from "./splitWords";

/**
 * Names and values of ENV and LABEL, quotes and variables as they stand there: `a=1 b="2 3"`, or the old form `a the rest`.
 * @throws BuildProblem
 */
export function nameValues({ keyword, text }: Instruction, escape: string): [name: string, value: string][] {
  const words = splitWords(text, escape);
  const [first = ""] = words;
  if (!first.includes("=")) {
    const [, name = "", value] = /^(\S+)\s+([^]*)$/.exec(text) ?? [];
    if (value === undefined) {
      throw new BuildProblem(`${keyword} must have two arguments`);
    }
    return [[name, value]];
  }
  return words.map((word) => {
    const equals = word.indexOf("=");
    if (equals === -1) {
      throw new BuildProblem(`Syntax error - can't find = in "${word}". Must be of the form: name=value`);
    }
    if (equals === 0) {
      throw new BuildProblem(`${keyword} names can not be blank`);
    }
    return [word.slice(0, equals), word.slice(equals + 1)];
  });
}

/** Names of ARG with their defaults, as they stand there. */
export function argumentDefaults({ text }: Instruction, escape: string): [name: string, value: string | undefined][] {
  return splitWords(text, escape).map((word) => {
    const equals = word.indexOf("=");
    return equals === -1 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
  });
}
