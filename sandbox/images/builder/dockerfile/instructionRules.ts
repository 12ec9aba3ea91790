import { BuildProblem } from "../buildProblem";
import type { Instruction } from "./instruction";
import { nameValues } from "./nameValues";

interface Rule {
  /** Flags that Docker knows, whether or not the service's builder obeys them. */
  readonly flags?: readonly string[];
  /** @throws BuildProblem for arguments of a wrong form. */
  readonly check?: (instruction: Instruction, escape: string) => void;
}

const count = ({ text, words }: Instruction) => words?.length ?? text.split(/\s+/).filter((word) => word !== "").length;

const atLeastOne = (instruction: Instruction) => {
  if (count(instruction) === 0) {
    throw new BuildProblem(`${instruction.keyword} requires at least one argument`);
  }
};

const pairs = (instruction: Instruction, escape: string) => {
  atLeastOne(instruction);
  nameValues(instruction, escape);
};

const exactlyOne = (instruction: Instruction) => {
  if (instruction.text.trim() === "") {
    throw new BuildProblem(`${instruction.keyword} requires exactly one argument`);
  }
};

const sourcesAndDestination = (instruction: Instruction) => {
  if (count(instruction) === 0) {
    throw new BuildProblem(`${instruction.keyword} requires at least one argument`);
  }
  if (count(instruction) === 1) {
    throw new BuildProblem(
      `${instruction.keyword} requires at least two arguments, but only one was provided. Destination could not be determined`,
    );
  }
};

const oneOrThree = ({ text }: Instruction) => {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const [, as = "", name = ""] = words;
  if (words.length !== 1 && !(words.length === 3 && as.toUpperCase() === "AS")) {
    throw new BuildProblem("FROM requires either one or three arguments");
  }
  if (words.length === 3 && !/^[a-z][a-z0-9-_.]*$/i.test(name)) {
    throw new BuildProblem(
      `invalid name for build stage: "${name.toLowerCase()}", name can't start with a number or contain symbols`,
    );
  }
};

const execForm = (instruction: Instruction) => {
  if (instruction.words === undefined) {
    throw new BuildProblem(`${instruction.keyword} requires the arguments to be in JSON form`);
  }
};

const healthcheck = (instruction: Instruction) => {
  atLeastOne(instruction);
  const [type = "", ...rest] = instruction.text.split(/\s+/);
  const upper = type.toUpperCase();
  if (upper !== "CMD" && upper !== "NONE") {
    throw new BuildProblem(`unknown type "${upper}" in HEALTHCHECK (try CMD)`);
  }
  if (upper === "NONE" && rest.length > 0) {
    throw new BuildProblem("HEALTHCHECK NONE takes no arguments");
  }
  if (upper === "CMD" && rest.length === 0) {
    throw new BuildProblem("missing command after HEALTHCHECK CMD");
  }
};

const copyFlags = ["chown", "chmod", "link", "exclude"];

/** All instructions there are. Texts: moby/buildkit frontend/dockerfile/instructions/parse.go. */
const rules: Readonly<Record<string, Rule>> = {
  ADD: { flags: [...copyFlags, "checksum", "keep-git-dir"], check: sourcesAndDestination },
  ARG: { check: atLeastOne },
  CMD: {},
  COPY: { flags: [...copyFlags, "from", "parents"], check: sourcesAndDestination },
  ENTRYPOINT: {},
  ENV: { check: pairs },
  EXPOSE: { check: atLeastOne },
  FROM: { flags: ["platform"], check: oneOrThree },
  HEALTHCHECK: { flags: ["interval", "timeout", "start-period", "start-interval", "retries"], check: healthcheck },
  LABEL: { check: pairs },
  MAINTAINER: { check: exactlyOne },
  ONBUILD: { check: atLeastOne },
  RUN: { flags: ["mount", "network", "security"], check: atLeastOne },
  SHELL: { check: execForm },
  STOPSIGNAL: { check: exactlyOne },
  USER: { check: exactlyOne },
  VOLUME: { check: atLeastOne },
  WORKDIR: { check: exactlyOne },
};

/** @throws BuildProblem for an instruction that does not exist, an unknown flag, or arguments of a wrong form. */
export function checkInstruction(instruction: Instruction, escape: string): void {
  const rule = rules[instruction.keyword];
  if (rule === undefined) {
    throw new BuildProblem(`unknown instruction: ${instruction.keyword}`);
  }
  const unknown = Object.keys(instruction.flags).find((flag) => rule.flags?.includes(flag) !== true);
  if (unknown !== undefined) {
    throw new BuildProblem(`unknown flag: --${unknown}`);
  }
  rule.check?.(instruction, escape);
}
