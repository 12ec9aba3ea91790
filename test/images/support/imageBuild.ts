import { cpSync, mkdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { command, succeed, type CommandResult } from "./command";
import type { Dockerfile, Instruction } from "./dockerfile";
import { commandIn, layRootFolder } from "./rootFolder";

/** What a container of the image starts with. */
export interface BuiltImage {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly user: string;
  readonly folder: string;
  readonly entryPoint: readonly string[];
}

export interface BuildOptions {
  readonly context: string;
  readonly arguments: Readonly<Record<string, string>>;
  /** Folder for the root folders of the stages. */
  readonly folder: string;
  /** Does what a step that needs the network would have done, for steps that it knows. */
  readonly instead: (step: string, root: string) => Promise<boolean>;
}

interface StageState {
  readonly root: string;
  readonly environment: Record<string, string>;
  readonly arguments: Record<string, string>;
  readonly labels: Record<string, string>;
  shell: readonly string[];
  user: string;
  folder: string;
  entryPoint: readonly string[];
}

const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Carries out a Dockerfile without a daemon: as root, in folders that stand for the stages' file systems.
 * @throws Error with the output of the step that failed.
 */
export async function buildImage(dockerfile: Dockerfile, options: BuildOptions): Promise<BuiltImage> {
  const stages = new Map<string, StageState>();
  let last: StageState | undefined;
  for (const [index, { from, name, instructions }] of dockerfile.stages.entries()) {
    last = await startStage(stages.get(from), join(options.folder, `stage${index}`));
    for (const instruction of instructions) await carryOut(instruction, last, stages, dockerfile, options);
    if (name !== undefined) stages.set(name, last);
  }
  if (last === undefined) throw new Error("The Dockerfile has no stage.");
  return last;
}

/** Runs a command in a container of the image, to its end. */
export function runInImage(
  { root, environment, user, folder }: BuiltImage,
  words: readonly string[],
): Promise<CommandResult> {
  const [program = "", ...rest] = commandIn(root, user, folder, { PATH: path, ...environment }, words);
  return command(program, rest);
}

/** The command line that starts a container of the image. */
export function containerCommand(image: BuiltImage, environment: Readonly<Record<string, string>>): readonly string[] {
  const all = { PATH: path, HOME: "/home/agent", ...image.environment, ...environment };
  return commandIn(image.root, image.user, image.folder, all, image.entryPoint);
}

async function startStage(parent: StageState | undefined, root: string): Promise<StageState> {
  if (parent === undefined) layRootFolder(root);
  else await succeed("cp", ["--archive", "--reflink=auto", parent.root, root]);
  return {
    root,
    environment: { ...parent?.environment },
    arguments: {},
    labels: {},
    shell: parent?.shell ?? ["/bin/sh", "-c"],
    user: parent?.user ?? "0:0",
    folder: parent?.folder ?? "/",
    entryPoint: [],
  };
}

async function carryOut(
  { keyword, text, exec, flags, properties }: Instruction,
  stage: StageState,
  stages: ReadonlyMap<string, StageState>,
  { globalArguments }: Dockerfile,
  options: BuildOptions,
): Promise<void> {
  switch (keyword) {
    case "ARG":
      for (const [name, fallback] of Object.entries(properties)) {
        const value = options.arguments[name] ?? fallback ?? globalArguments[name];
        if (value !== undefined && value !== null) stage.arguments[name] = value;
      }
      return;
    case "ENV":
      for (const [name, value] of Object.entries(properties)) stage.environment[name] = expand(value ?? "", stage);
      return;
    case "LABEL":
      for (const [name, value] of Object.entries(properties)) stage.labels[name] = expand(value ?? "", stage);
      return;
    case "SHELL":
      stage.shell = exec ?? [];
      return;
    case "USER":
      stage.user = text;
      return;
    case "WORKDIR":
      stage.folder = text;
      mkdirSync(join(stage.root, text), { recursive: true });
      return;
    case "ENTRYPOINT":
      stage.entryPoint = exec ?? [];
      return;
    case "COPY":
      return copy(text, flags, stage, stages.get(flags.from ?? "")?.root ?? options.context);
    case "RUN":
      return run(text, stage, options);
    default:
      throw new Error(`${keyword} is not carried out here.`);
  }
}

function expand(value: string, { arguments: given, environment }: StageState): string {
  return value.replace(/\$\{(\w+)\}/g, (_, name: string) => given[name] ?? environment[name] ?? "");
}

async function run(text: string, stage: StageState, { instead }: BuildOptions): Promise<void> {
  if (await instead(text, stage.root)) return;
  const environment = { PATH: path, HOME: "/root", ...stage.environment, ...stage.arguments };
  const [program = "", ...words] = commandIn(stage.root, stage.user, stage.folder, environment, [...stage.shell, text]);
  const { code, output } = await command(program, words);
  if (code !== 0) throw new Error(`RUN ${text} ended with ${code}:\n${output}`);
}

/** The content of a folder, or files into a folder when the destination ends with a slash; ownership is root's or as asked for. */
async function copy(
  text: string,
  { chown = "0:0" }: Readonly<Record<string, string>>,
  { root, folder }: StageState,
  source: string,
) {
  const words = text.split(/\s+/);
  const target = words.pop() ?? "";
  const destination = join(root, target.startsWith("/") ? target : join(folder, target));
  for (const word of words) {
    const from = join(source, word);
    const isFolder = statSync(from).isDirectory();
    const to = isFolder || !target.endsWith("/") ? destination : join(destination, basename(word));
    mkdirSync(isFolder ? to : dirname(to), { recursive: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    await succeed("chown", ["--no-dereference", "--recursive", chown, to]);
  }
}
