import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ToolBuildError } from "../../sandbox/engine/buildTool";
import { checkout, sandboxPaths } from "../../sandbox/paths";
import { runningServer } from "../../sandbox/serverFile";
import { ServerError, stopServer } from "../../sandbox/serverProcess";
import { openSession, StackError, type Session } from "../../sandbox/session";
import { UserError } from "../userError";
import type { SandboxOptions } from "./sandboxCommand";

/**
 * Runs an action in the sandbox: builds what is missing, starts what is not running, and after Ctrl-C stops what it has
 * started, so that no process is left behind. The action's result is the exit code.
 */
export async function inSandbox(options: SandboxOptions, action: (session: Session) => Promise<number>): Promise<void> {
  const paths = sandboxPaths();
  const stackFile = stackFileOf(options);
  const durationFactor = durationFactorOf(options);
  const wasRunning = runningServer(paths) !== undefined;

  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  const { signal } = interruption;
  try {
    const session = await openSession({
      paths,
      program: checkout,
      stack: options.stack,
      stackFile,
      durationFactor,
      identityDelaySeconds: 0,
      signal,
    });
    process.exitCode = await action(session).finally(() => session.close());
  } catch (error) {
    if (!signal.aborted) {
      throw isExpected(error) ? new UserError(error.message) : error;
    }
  }
  if (signal.aborted) {
    if (!wasRunning) {
      await stopServer(paths);
    }
    // A provider may still be asking after an operation that nobody waits for any more.
    process.exit(130);
  }
  process.off("SIGINT", interrupt);
  process.off("SIGTERM", interrupt);
}

function isExpected(error: unknown): error is Error {
  return error instanceof ToolBuildError || error instanceof ServerError || error instanceof StackError;
}

function stackFileOf({ stack, configFile }: SandboxOptions): string {
  const file = configFile === undefined ? join(checkout, `Pulumi.${stack}.yaml`) : resolve(configFile);
  if (!existsSync(file)) {
    throw new UserError(`There is no stack file ${file}. --stack takes the <name> of a file Pulumi.<name>.yaml.`, 2);
  }
  return file;
}

function durationFactorOf({ speed }: SandboxOptions): number {
  const factor = Number(speed);
  if (!(factor >= 0)) {
    throw new UserError(`--speed takes a number of 0 or more, such as 0.1, not ${speed}.`, 2);
  }
  return factor;
}
