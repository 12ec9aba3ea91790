import { writeFileSync } from "node:fs";
import type { BuiltImage } from "../../builds/acr/acrBuild";
import { buildImage } from "../../builds/acr/buildImage";
import { findRegistry } from "../../builds/acr/findRegistry";
import { azureAccess } from "../../builds/azure/azureAccess";
import { BuildError } from "../../builds/buildError";
import { readContext } from "../../builds/context/readContext";
import { UserError } from "../userError";
import type { BuildOptions } from "./buildOptions";
import { type BuildScreen, buildScreen } from "./buildScreen";
import { chooseRegistry } from "./chooseRegistry";
import type { FallbackRegistry } from "./fallbackRegistry";
import { logError, setOutputVariable } from "./pipelineCommand";
import { readOrder, type BuildOrder } from "./readOrder";
import { runElsewhere } from "./runElsewhere";
import { renderBuilt } from "./renderBuilt";

/** Builds what the options say. Exit codes: 0 built, 1 failed, 2 wrong usage, 130 interrupted. */
export async function runBuild(options: BuildOptions, fallback?: FallbackRegistry): Promise<void> {
  const { env } = process;
  const order = readOrder(options, env);
  const choice = await chooseRegistry(options.registry, env, fallback);
  if (choice.kind === "elsewhere") {
    process.exitCode = await runElsewhere({ ...choice.known.environment, FLEET_REGISTRY: choice.known.id });
    return;
  }
  // With --json the standard output is the result's alone.
  const screen = buildScreen(options.json ? process.stderr : process.stdout, !options.quiet);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  // Whoever cancels a job of a pipeline signals the task's own process alone: of that the command notices that nobody reads it any more.
  process.stdout.on("error", interrupt);
  process.stderr.on("error", interrupt);
  try {
    const started = Date.now();
    const built = await build(order, options, choice.called, screen, interruption.signal);
    screen.end();
    hand(built, options, (Date.now() - started) / 1000);
  } catch (error) {
    screen.end();
    throw explain(error, options, interruption.signal);
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}

async function build(
  { context, dockerfile, images, target, buildArguments, secretBuildArguments, timeoutSeconds }: BuildOrder,
  { target: stage, cache }: BuildOptions,
  called: string,
  screen: BuildScreen,
  signal: AbortSignal,
): Promise<BuiltImage> {
  const azure = await azureAccess(process.env);
  const files = await readContext(context, { dockerfile });
  screen.progress("looking the registry up");
  const registry = await findRegistry(called, azure);
  return buildImage(
    {
      registry,
      context: files,
      dockerfile,
      images,
      os: target.os,
      buildArguments,
      secretBuildArguments,
      target: stage,
      noCache: !cache,
      timeoutSeconds,
    },
    azure,
    screen,
    signal,
  );
}

/** Tells of the image in every way that was asked for. */
function hand(built: BuiltImage, { digestFile, outputVariable, json }: BuildOptions, seconds: number): void {
  const [first] = built.images;
  const reference = `${built.loginServer}/${first?.repository ?? ""}@${first?.digest ?? ""}`;
  if (outputVariable !== undefined) {
    const command = setOutputVariable(outputVariable, reference);
    (json ? console.error : console.log)(command);
  }
  console.log(json ? JSON.stringify({ ...built, reference, seconds }, undefined, 2) : renderBuilt(built, seconds));
  if (digestFile !== undefined) {
    writeDigest(digestFile, first?.digest ?? "");
  }
}

function writeDigest(file: string, digest: string): void {
  try {
    writeFileSync(file, `${digest}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`The image is built, but its digest was not written: ${reason}`);
  }
}

function explain(error: unknown, { quiet }: BuildOptions, signal: AbortSignal): unknown {
  if (signal.aborted) {
    return new UserError(error instanceof BuildError ? error.problem : "Interrupted before a run was started.", 130);
  }
  if (!(error instanceof BuildError)) {
    return error;
  }
  if (process.env["TF_BUILD"] !== undefined) {
    console.error(logError(`${error.problem} ${error.remedy}`));
  }
  // The log that is shown anyway need not be repeated.
  return new UserError(quiet ? error.message : `${error.problem}\n${error.remedy}`);
}
