import { Copy, DockerfileParser, Run, type Instruction as ParsedInstruction } from "dockerfile-ast";
import { BuildProblem } from "../buildProblem";
import type { Dockerfile, Instruction, Stage } from "./instruction";
import { checkInstruction } from "./instructionRules";

/**
 * Takes a Dockerfile apart. All of it is checked before anything is built.
 * @param name As the error names the file.
 * @throws BuildProblem
 */
export function readDockerfile(content: string, name: string): Dockerfile {
  if (content === "") {
    throw new BuildProblem(`the Dockerfile (${name}) cannot be empty`);
  }
  const parsed = DockerfileParser.parse(content);
  const escape = parsed.getEscapeCharacter();
  const globalArguments: Instruction[] = [];
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const found of parsed.getInstructions()) {
    const instruction = readInstruction(found, escape);
    atLine(instruction, () => checkInstruction(instruction, escape));
    if (instruction.keyword === "FROM") {
      stages.push(beginStage(instruction));
    } else if (stages.length > 0) {
      stages.at(-1)?.instructions.push(instruction);
    } else if (instruction.keyword === "ARG") {
      globalArguments.push(instruction);
    } else {
      atLine(instruction, () => {
        throw new BuildProblem("no build stage in current context");
      });
    }
  }
  if (globalArguments.length === 0 && stages.length === 0) {
    throw new BuildProblem(`failed to parse ${name}: file with no instructions`);
  }
  if (stages.length === 0) {
    throw new BuildProblem("No image was generated. Is your Dockerfile empty?");
  }
  return { escape, globalArguments, stages };
}

function readInstruction(parsed: ParsedInstruction, escape: string): Instruction {
  const original = joined(withoutHereDocuments(parsed), escape);
  const [keyword = ""] = original.split(/\s/);
  let text = original.slice(keyword.length).trim();
  const flags: Record<string, string> = {};
  for (let flag = flagAt(text); flag !== undefined; flag = flagAt(text)) {
    flags[flag.name] = flag.value;
    text = text.slice(flag.length).trim();
  }
  const words = execWords(text);
  return {
    keyword: keyword.toUpperCase(),
    line: parsed.getRange().start.line + 1,
    original,
    flags,
    text,
    ...(words === undefined ? {} : { words }),
  };
}

/** The classic builder passes the lines of here-documents by (moby/buildkit#4282). */
function withoutHereDocuments(parsed: ParsedInstruction): string {
  const text = parsed.getTextContent();
  const documents = parsed instanceof Run || parsed instanceof Copy ? parsed.getHeredocs() : [];
  return documents.length === 0 ? text : (text.split(/\r?\n/)[0] ?? "");
}

/** Continued lines in one; comments and empty lines between them are dropped. */
function joined(text: string, escape: string): string {
  const [first = "", ...rest] = text.split(/\r?\n/);
  const lines = [first, ...rest.filter((line) => !/^\s*(#|$)/.test(line))];
  const continued = new RegExp(`\\${escape}[ \\t]*$`);
  return lines
    .map((line) => line.replace(continued, ""))
    .join("")
    .trim();
}

function flagAt(text: string): { name: string; value: string; length: number } | undefined {
  const [whole, name, value = ""] = /^--([a-zA-Z][\w-]*)(?:=(\S*))?(?=\s|$)/.exec(text) ?? [];
  return whole === undefined || name === undefined ? undefined : { name, value, length: whole.length };
}

/** A list that is no JSON is a text for the shell, as Docker takes it. */
function execWords(text: string): string[] | undefined {
  if (!text.startsWith("[")) {
    return undefined;
  }
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((word) => typeof word === "string") ? list : undefined;
  } catch {
    return undefined;
  }
}

function beginStage(from: Instruction): Stage & { instructions: Instruction[] } {
  const [base = "", , name] = from.text.split(/\s+/);
  return { from, base, ...(name === undefined ? {} : { name: name.toLowerCase() }), instructions: [] };
}

function atLine({ line }: Instruction, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw error instanceof BuildProblem
      ? new BuildProblem(`dockerfile parse error on line ${line}: ${error.message}`)
      : error;
  }
}
