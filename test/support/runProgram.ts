import { createRequire } from "node:module";
import * as path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { setAllConfig } from "@pulumi/pulumi/runtime/config";
import { disconnect, resetOptions } from "@pulumi/pulumi/runtime/settings";
import { runInPulumiStack } from "@pulumi/pulumi/runtime/stack";
import { isRecord } from "./propertyValues";
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
  /** Per resource name: other resources that must be under way before it is created. Without them the run never ends. */
  readonly createdAfter?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Runs the real index.ts as `pulumi preview` or `pulumi up` would, against a resource monitor in this process, and returns
 * what it registered.
 */
export function runProgram({ stack, config, secretKeys, ...rest }: RunOptions): Promise<ProgramRun> {
  return runResources({ stack, config: config ?? stackConfig(stack), secretKeys, ...rest }, freshProgram);
}

let running: Promise<unknown> = Promise.resolve();

/** The same for any function that makes resources and returns outputs. One at a time: the SDK's state belongs to the process. */
export function runResources(options: RunOptions, program: () => pulumi.Inputs): Promise<ProgramRun> {
  const run = running.then(() => runAlone(options, program));
  running = run.catch(() => undefined);
  return run;
}

async function runAlone(options: RunOptions, program: () => pulumi.Inputs): Promise<ProgramRun> {
  const { stack, config = {}, secretKeys = [], preview = false, createdAfter } = options;
  const monitor = new ResourceMonitor({ project: projectName, stack, preview, createdAfter });
  const address = await monitor.listen();
  resetOptions(projectName, stack, Number.POSITIVE_INFINITY, address, address, preview, "organization");
  setAllConfig({ ...config }, [...secretKeys]);
  try {
    const error = await withoutStackTraces(() => collectingRejections(() => runToEnd(program)));
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

async function runToEnd(program: () => pulumi.Inputs): Promise<void> {
  try {
    await runInPulumiStack(() => Promise.resolve().then(program));
  } finally {
    await disconnect();
  }
}

const load = createRequire(__filename);

/** The program works while it is loaded, so each run loads it anew. What it imports has no state. */
function freshProgram(): pulumi.Inputs {
  const program = path.join(projectRoot, "index.ts");
  delete load.cache[program];
  const outputs: unknown = load(program);
  return isRecord(outputs) ? outputs : {};
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
  let ended = false;
  const ending = run().finally(() => (ended = true));
  try {
    await Promise.race([ending, rejected]);
  } catch (error) {
    errors.unshift(error);
  } finally {
    ending.catch(() => undefined);
    // Rejections are reported after the microtasks that led to them, and a run that can end does so within a few more turns:
    // its last act closes the channels, which the next run must find its own.
    for (let turn = 0; turn === 0 || (!ended && turn < 100); turn++) await new Promise(setImmediate);
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
