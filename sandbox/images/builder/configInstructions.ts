import { posix, win32 } from "node:path";
import { BuildProblem } from "./buildProblem";
import { expandText } from "./dockerfile/expandText";
import type { Instruction } from "./dockerfile/instruction";
import { nameValues } from "./dockerfile/nameValues";
import { splitWords } from "./dockerfile/splitWords";
import { healthcheck } from "./healthcheck";
import type { ContainerConfig } from "../../publicImages/containerConfig";
import { shellCommand } from "./shellCommand";
import type { StageState } from "./stageState";

/** How an instruction changes what the image says about its containers. */
type Change = (instruction: Instruction, state: StageState, escape: string) => ContainerConfig;

const expanded = ({ text }: Instruction, state: StageState, escape: string) =>
  expandText(text, state.variables, escape);

const expandedWords = ({ text, words }: Instruction, state: StageState, escape: string) =>
  (words ?? splitWords(text, escape)).map((word) => expandText(word, state.variables, escape));

const expandedPairs = (instruction: Instruction, state: StageState, escape: string) =>
  nameValues(instruction, escape).map(
    ([name, value]) =>
      [expandText(name, state.variables, escape), expandText(value, state.variables, escape)] as [string, string],
  );

const asKeys = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, {}]));

function withVariable(env: readonly string[], [name, value]: [string, string]): string[] {
  const isSet = env.some((entry) => entry.startsWith(`${name}=`));
  const own = `${name}=${value}`;
  return isSet ? env.map((entry) => (entry.startsWith(`${name}=`) ? own : entry)) : [...env, own];
}

/** `80`, `80/udp` and `8000-8002`, as Docker keeps them. @throws BuildProblem */
function ports(word: string): string[] {
  const [, first, last = first, protocol = "tcp"] = /^(\d+)(?:-(\d+))?(?:\/(tcp|udp|sctp))?$/i.exec(word) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === undefined || from > to || to > 65535) {
    throw new BuildProblem(`Invalid containerPort: ${word}`);
  }
  return Array.from({ length: to - from + 1 }, (_, index) => `${from + index}/${protocol.toLowerCase()}`);
}

/** Where programs start: relative to where they started before. */
export function workingDirectory(current: string | undefined, wanted: string, os: StageState["os"]): string {
  if (os === "linux") {
    return posix.resolve("/", current ?? "", wanted);
  }
  const path = wanted.replaceAll("/", "\\");
  const whole = /^[A-Za-z]:/.test(path)
    ? path
    : path.startsWith("\\")
      ? `C:${path}`
      : win32.join(current ?? "C:\\", path);
  const normal = win32.normalize(whole);
  return `${normal.charAt(0).toUpperCase()}${normal.slice(1)}`.replace(/(?<=[^:])\\$/, "");
}

const changes: Readonly<Record<string, Change>> = {
  ENV: (instruction, state, escape) => ({
    ...state.config,
    // All of one instruction see the values from before it.
    Env: expandedPairs(instruction, state, escape).reduce(withVariable, [...(state.config.Env ?? [])]),
  }),
  LABEL: (instruction, state, escape) => ({
    ...state.config,
    Labels: { ...state.config.Labels, ...Object.fromEntries(expandedPairs(instruction, state, escape)) },
  }),
  EXPOSE: (instruction, state, escape) => ({
    ...state.config,
    ExposedPorts: {
      ...state.config.ExposedPorts,
      ...asKeys(
        expandedWords(instruction, state, escape)
          .flatMap((word) => word.split(/\s+/))
          .flatMap(ports),
      ),
    },
  }),
  VOLUME: (instruction, state, escape) => ({
    ...state.config,
    Volumes: { ...state.config.Volumes, ...asKeys(expandedWords(instruction, state, escape)) },
  }),
  USER: (instruction, state, escape) => ({ ...state.config, User: expanded(instruction, state, escape) }),
  STOPSIGNAL: (instruction, state, escape) => ({ ...state.config, StopSignal: expanded(instruction, state, escape) }),
  WORKDIR: (instruction, state, escape) => ({
    ...state.config,
    WorkingDir: workingDirectory(state.config.WorkingDir, expanded(instruction, state, escape), state.os),
  }),
  SHELL: ({ words }, state) => ({ ...state.config, Shell: words }),
  HEALTHCHECK: (instruction, state) => ({ ...state.config, Healthcheck: healthcheck(instruction) }),
  CMD: (instruction, state) => {
    const { words, isEscaped } = shellCommand(instruction, state);
    state.ownCmd = true;
    return { ...state.config, Cmd: words, ...(state.os === "windows" ? { ArgsEscaped: isEscaped } : {}) };
  },
  ENTRYPOINT: (instruction, state) => {
    const { words, isEscaped } = shellCommand(instruction, state);
    const { Cmd, ...rest } = state.config;
    return {
      ...rest,
      Entrypoint: words,
      // A CMD that belonged to the base's entry point means nothing to this one.
      ...(state.ownCmd && Cmd !== undefined ? { Cmd } : {}),
      ...(state.os === "windows" ? { ArgsEscaped: isEscaped } : {}),
    };
  },
  MAINTAINER: (_, state) => state.config,
};

/** The changed configuration; undefined for an instruction that changes none. @throws BuildProblem */
export function changedConfig(
  instruction: Instruction,
  state: StageState,
  escape: string,
): ContainerConfig | undefined {
  return changes[instruction.keyword]?.(instruction, state, escape);
}
