import { join } from "node:path";
import { scratch, type BaseImage } from "./baseImage";
import type { Build } from "./build";
import { BuildArguments } from "./buildArguments";
import { BuildProblem } from "./buildProblem";
import { changedConfig } from "./configInstructions";
import { copyInstruction } from "./copyInstruction";
import { expandText } from "./dockerfile/expandText";
import type { Instruction, Stage } from "./dockerfile/instruction";
import { FileTree } from "./files/fileTree";
import { newFolder } from "./files/copyFiles";
import { writeLayer } from "./files/writeLayer";
import { needsBuildKit } from "./needsBuildKit";
import { runOutcome } from "./runOutcome";
import { shellCommand } from "./shellCommand";
import { StageState } from "./stageState";

/**
 * Interprets a Dockerfile as Docker's classic builder does, which quick builds of the service use (Azure/acr#721): everything but
 * RUN, which it has no place to execute in.
 * @returns the image of the target stage.
 * @throws BuildProblem
 */
export async function buildImage(build: Build): Promise<StageState> {
  const { dockerfile, stages, order, log } = build;
  const args = new BuildArguments(order.buildArguments);
  const total =
    dockerfile.globalArguments.length + stages.reduce((sum, stage) => sum + 1 + stage.instructions.length, 0);
  let step = 0;
  const begin = ({ original }: Instruction) => {
    build.signal.throwIfAborted();
    step += 1;
    log(`Step ${step}/${total} : ${original}`);
  };
  for (const argument of dockerfile.globalArguments) {
    begin(argument);
    args.declareGlobal(argument, dockerfile.escape);
  }
  const done: { readonly name?: string; readonly state: StageState }[] = [];
  for (const stage of stages) {
    if (stage.name !== undefined && done.some(({ name }) => name === stage.name)) {
      throw new BuildProblem(`${stage.name} stage name already used`);
    }
    begin(stage.from);
    const state = new StageState(await baseOf(stage, build, args, done), order.platform.architecture);
    log(` ---> ${state.shortId}`);
    for (const instruction of stage.instructions) {
      begin(instruction);
      await execute(instruction, state, build, args, done);
      log(` ---> ${state.shortId}`);
    }
    done.push({ state, ...(stage.name === undefined ? {} : { name: stage.name }) });
  }
  if (args.unused.length > 0) {
    log(`[Warning] One or more build-args [${args.unused.join(" ")}] were not consumed`);
  }
  const last = done.at(-1);
  if (last === undefined) {
    throw new BuildProblem("No image was generated. Is your Dockerfile empty?");
  }
  return last.state;
}

type FinishedStages = readonly { readonly name?: string; readonly state: StageState }[];

async function baseOf(
  stage: Stage,
  { order, dockerfile, pull }: Build,
  args: BuildArguments,
  done: FinishedStages,
): Promise<BaseImage> {
  const { platform } = stage.from.flags;
  if (platform !== undefined && expandText(platform, args.globalValues, dockerfile.escape) === "") {
    // As with BUILDPLATFORM, which the classic builder does not set: moby/buildkit#1241.
    throw new BuildProblem(
      'failed to parse platform : "" is an invalid component of "": platform specifier component must match "^[A-Za-z0-9_-]+$": invalid argument',
    );
  }
  const reference = expandText(stage.base, args.globalValues, dockerfile.escape);
  if (reference === "") {
    throw new BuildProblem(`base name (${stage.base}) should not be blank`);
  }
  const earlier = done.find(({ name }) => name === reference.toLowerCase());
  if (earlier !== undefined) {
    return continued(earlier.state);
  }
  if (reference === "scratch") {
    if (order.platform.os === "windows") {
      throw new BuildProblem("Windows does not support FROM scratch");
    }
    return scratch(order.platform.os);
  }
  return pull(reference);
}

/** A stage as the base of another one. */
function continued({ image, base, tree }: StageState): BaseImage {
  const { config, layers } = image;
  return { ...base, config: config.config, history: config.history, layers, tree };
}

async function execute(
  instruction: Instruction,
  state: StageState,
  build: Build,
  args: BuildArguments,
  done: FinishedStages,
): Promise<void> {
  const { dockerfile, log } = build;
  const { keyword, original } = instruction;
  if (keyword === "ONBUILD") {
    throw new BuildProblem("ONBUILD: the sandbox builds no images that act on those built from them");
  }
  if (keyword === "ARG") {
    args.declare(instruction, state, dockerfile.escape);
    state.note(original);
  } else if (keyword === "RUN") {
    run(instruction, state, log);
  } else if (keyword === "COPY" || keyword === "ADD") {
    await copyInstruction(instruction, state, build, sourceStage(instruction, done));
  } else {
    state.config = changedConfig(instruction, state, dockerfile.escape) ?? state.config;
    await (keyword === "WORKDIR" ? makeWorkingDirectory(original, state, build.folder) : state.note(original));
  }
}

function run(instruction: Instruction, state: StageState, log: (line: string) => void): void {
  const [flag] = Object.keys(instruction.flags);
  if (flag !== undefined) {
    throw new BuildProblem(needsBuildKit(`--${flag}`));
  }
  const exitCode = runOutcome(instruction);
  if (exitCode !== 0) {
    const { words } = shellCommand(instruction, state);
    throw new BuildProblem(`The command '${words.join(" ")}' returned a non-zero code: ${exitCode}`, exitCode);
  }
  log(
    " ---> Not executed: the sandbox has neither isolation nor a network for it. Files that it makes are not in the image.",
  );
  state.note(instruction.original, true);
}

/** The stage that COPY --from names; undefined for an image, or without the flag. */
function sourceStage({ flags }: Instruction, done: FinishedStages): StageState | undefined {
  const { from } = flags;
  if (from === undefined) {
    return undefined;
  }
  const named = done.find(({ name }) => name === from.toLowerCase())?.state;
  if (named !== undefined || !/^\d+$/.test(from)) {
    return named;
  }
  const numbered = done[Number(from)]?.state;
  if (numbered === undefined) {
    const reason = Number(from) === done.length ? "refers to current build stage" : "index out of bounds";
    throw new BuildProblem(`invalid from flag value ${from}: ${reason}`);
  }
  return numbered;
}

async function makeWorkingDirectory(original: string, state: StageState, folder: string): Promise<void> {
  const path = FileTree.path(state.config.WorkingDir ?? "");
  if (state.tree.isFolder(path)) {
    state.note(original);
    return;
  }
  const entries = [newFolder(path)];
  state.add(original, await writeLayer(entries, join(folder, `${state.shortId}.tar.gz`)), entries);
}
