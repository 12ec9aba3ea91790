import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  Copy,
  DockerfileParser,
  JSONInstruction,
  PropertyInstruction,
  type Dockerfile as ParsedDockerfile,
  type Instruction as ParsedInstruction,
} from "dockerfile-ast";
import { projectRoot } from "../../support/stackConfig";

/** One instruction, taken apart as far as the tests need it. */
export interface Instruction {
  readonly keyword: string;
  /** Everything after the keyword and its flags, continued lines joined. */
  readonly text: string;
  /** The words of the exec form. */
  readonly exec?: readonly string[];
  readonly flags: Readonly<Record<string, string>>;
  /** Names and values of ARG, ENV and LABEL; null for an argument without default. */
  readonly properties: Readonly<Record<string, string | null>>;
}

export interface Stage {
  readonly from: string;
  readonly name?: string;
  readonly instructions: readonly Instruction[];
}

export interface Dockerfile {
  /** Arguments before the first stage. */
  readonly globalArguments: Readonly<Record<string, string | null>>;
  readonly stages: readonly Stage[];
}

export const imagesFolder = join(projectRoot, "images");

export function readDockerfile(system: "windows" | "linux"): Dockerfile {
  return parseDockerfile(readFileSync(join(imagesFolder, system, "Dockerfile"), "utf8"));
}

export function parseDockerfile(content: string): Dockerfile {
  const parsed = DockerfileParser.parse(content);
  const stages: { from: string; name?: string; instructions: Instruction[] }[] = [];
  const globalArguments: Record<string, string | null> = {};
  for (const instruction of parsed.getInstructions()) {
    const read = readInstruction(instruction, parsed);
    if (read.keyword === "FROM") {
      const [from = "", , name] = read.text.split(/\s+/);
      stages.push({ from, ...(name !== undefined && { name }), instructions: [] });
    } else if (stages.length === 0) {
      Object.assign(globalArguments, read.properties);
    } else {
      stages.at(-1)?.instructions.push(read);
    }
  }
  return { globalArguments, stages };
}

function readInstruction(instruction: ParsedInstruction, parsed: ParsedDockerfile): Instruction {
  const escape = parsed.getEscapeCharacter();
  const flags = instruction instanceof JSONInstruction || instruction instanceof Copy ? instruction.getFlags() : [];
  const words = instruction.getArguments();
  const first = words[0];
  const content = instruction.getArgumentsContent() ?? "";
  const joined = content.split(`${escape}\n`).join("");
  const exec = instruction instanceof JSONInstruction ? execWords(joined) : undefined;
  return {
    keyword: instruction.getKeyword(),
    text: first === undefined ? "" : withoutFlags(joined),
    ...(exec && { exec }),
    flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? ""])),
    properties:
      instruction instanceof PropertyInstruction
        ? Object.fromEntries(instruction.getProperties().map((property) => [property.getName(), property.getValue()]))
        : {},
  };
}

function withoutFlags(text: string): string {
  return text.replace(/^(?:--\S+\s+)+/, "").trim();
}

function execWords(text: string): readonly string[] | undefined {
  const content = withoutFlags(text);
  if (!content.startsWith("[")) return undefined;
  const words: unknown = JSON.parse(content);
  return Array.isArray(words) ? words.map(String) : undefined;
}
