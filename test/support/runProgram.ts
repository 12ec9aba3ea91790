import * as path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { setAllConfig } from "@pulumi/pulumi/runtime/config";
import { disconnect, resetOptions } from "@pulumi/pulumi/runtime/settings";
import { runInPulumiStack } from "@pulumi/pulumi/runtime/stack";
import type { ProgramError, ProgramRun } from "./registration";
import { ResourceMonitor } from "./resourceMonitor";
import { projectName, projectRoot, stackConfig } from "./stackConfig";

export interface RunOptions {
  /** Name of the stack, and of its file unless `config` is given. */
  readonly stack: string;
  /** Instead of the stack file: texts, structured values as JSON, keys with their namespace. */
  readonly config?: Readonly<Record<string, string>>;
  /** Keys whose values are secret. */
  readonly secretKeys?: readonly string[];
  /** Whether to run as the first preview of the stack, in which nothing computed is known. Default: false. */
  readonly preview?: boolean;
}

let running: Promise<unknown> = Promise.resolve();

/**
 * Runs the real index.ts as `pulumi preview` or `pulumi up` would, against a resource monitor in this process, and returns
 * what it registered. One run at a time, because the SDK's state belongs to the process.
 */
export function runProgram(options: RunOptions): Promise<ProgramRun> {
  const run = running.then(() => runAlone(options));
  running = run.catch(() => undefined);
  return run;
}

async function runAlone({ stack, config, secretKeys = [], preview = false }: RunOptions): Promise<ProgramRun> {
  const monitor = new ResourceMonitor({ project: projectName, stack, preview });
  const address = await monitor.listen();
  resetOptions(projectName, stack, Number.POSITIVE_INFINITY, address, address, preview, "organization");
  setAllConfig({ ...(config ?? stackConfig(stack)) }, [...secretKeys]);
  try {
    const error = await withoutStackTraces(() => collectingRejections(runToEnd));
    const root = monitor.registrations.find(({ parent }) => parent === undefined);
    return {
      registrations: monitor.registrations,
      invocations: monitor.invocations,
      logs: monitor.logs,
      outputs: monitor.outputsOf.get(root?.urn ?? "") ?? {},
      ...(error !== undefined && { error: programError(error) }),
    };
  } finally {
    monitor.close();
  }
}

async function runToEnd(): Promise<void> {
  try {
    await runInPulumiStack(() => Promise.resolve().then(freshProgram));
  } finally {
    await disconnect();
  }
}

/** The program works while it is loaded, so each run loads it anew. What it imports has no state. */
function freshProgram(): pulumi.Inputs {
  const program = path.join(projectRoot, "index.ts");
  delete require.cache[program];
  const outputs: pulumi.Inputs = require(program);
  return outputs;
}

/**
 * The first error of a run, thrown or rejected where nobody waits: the real runtime ends the program for both. After such a
 * rejection the program may wait for ever for the value that never comes, so the run ends with it.
 */
async function collectingRejections(run: () => Promise<void>): Promise<unknown> {
  const errors: unknown[] = [];
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  let collect: (error: unknown) => void = () => undefined;
  const rejected = new Promise<void>((resolve) => {
    collect = (error) => {
      errors.push(error);
      resolve();
    };
  });
  process.on("unhandledRejection", collect);
  try {
    await Promise.race([run(), rejected]);
  } catch (error) {
    errors.unshift(error);
  } finally {
    // Rejections are reported after the microtasks that led to them.
    await new Promise(setImmediate);
    process.off("unhandledRejection", collect);
    others.forEach((listener) => process.on("unhandledRejection", listener));
  }
  return errors[0];
}

/** mocha asks for endless stack traces and the SDK takes one for each promise: most of the time of a run. */
async function withoutStackTraces<Result>(run: () => Promise<Result>): Promise<Result> {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return await run();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function programError(error: unknown): ProgramError {
  return {
    isRunError: pulumi.RunError.isInstance(error),
    message: error instanceof Error ? error.message : String(error),
  };
}
