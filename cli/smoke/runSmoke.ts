import { ApiException } from "@kubernetes/client-node";
import type { AgentOs } from "../../plan/fleetPlan";
import { sandboxPaths } from "../../sandbox/paths";
import { runningServer } from "../../sandbox/serverFile";
import { runElsewhere } from "../build/runElsewhere";
import { sandboxRegistry } from "../build/sandboxRegistry";
import { UserError } from "../userError";
import { contextAccess } from "./contextAccess";
import { interruptions } from "./interruptions";
import { performSmoke } from "./performSmoke";
import { sandboxAccess } from "./sandboxAccess";
import type { SmokeAccess } from "./smokeAccess";
import { smokeImages } from "./smokeImages";
import { renderReport } from "./smokeReport";

const defaultStack = "dev";
/** Id of the registry: pods of the fleet have it. */
const registryVariable = "FLEET_REGISTRY";

export interface SmokeCommandOptions {
  readonly stack?: string;
  readonly context?: string;
  readonly kubeconfig?: string;
  readonly systems: readonly AgentOs[];
  readonly images: Readonly<Partial<Record<AgentOs, string>>>;
  readonly registry?: string;
  readonly port: number;
  readonly timeoutMinutes?: number;
  readonly json: boolean;
  readonly keep: boolean;
}

/** Checks the cluster that the options name, and prints the report. Progress goes to the error stream. */
export async function runSmoke(options: SmokeCommandOptions): Promise<void> {
  const elsewhere = await environmentToBuildIn(options);
  if (elsewhere !== undefined) {
    process.exitCode = await runElsewhere(elsewhere);
    return;
  }
  const { signal, hurry, end } = interruptions();
  const progress = progressPrinter();
  try {
    const access = await accessOf(options);
    progress(`checking ${access.name}`);
    const report = await performSmoke(
      {
        systems: options.systems,
        port: options.port,
        ...(options.timeoutMinutes !== undefined && { startSeconds: options.timeoutMinutes * 60 }),
        keep: options.keep,
      },
      {
        access,
        imageOf: smokeImages({ images: options.images, registry: registryOf(options), progress }),
        progress,
        notice: (message) => console.error(message),
        signal,
        hurry,
      },
    );
    console.log(options.json ? JSON.stringify(report, undefined, 2) : renderReport(report));
    process.exitCode = report.totals.failed > 0 ? 1 : 0;
  } catch (error) {
    if (!signal.aborted) throw clusterError(error) ?? error;
    process.exitCode = 130;
  } finally {
    end();
  }
}

/** A cluster is never taken because it happens to be the current context: the check creates things in it. */
async function accessOf({ stack, context, kubeconfig, port }: SmokeCommandOptions): Promise<SmokeAccess> {
  const outside = isOutside({ context, kubeconfig });
  if (outside && stack !== undefined) {
    throw new UserError(
      "--stack names a stack of the sandbox, --context and --kubeconfig a cluster outside: take one.",
      2,
    );
  }
  if (outside) return contextAccess({ context, kubeconfig });
  const paths = sandboxPaths();
  const server = runningServer(paths);
  if (server === undefined) {
    throw new UserError(
      "The sandbox is not running. `npm run sandbox` starts it; --context <name> checks a cluster of your kubeconfig instead.",
    );
  }
  return sandboxAccess(paths, server, stack ?? defaultStack, port);
}

function isOutside({ context, kubeconfig }: Pick<SmokeCommandOptions, "context" | "kubeconfig">): boolean {
  return context !== undefined || kubeconfig !== undefined;
}

/** The registry that was named, else that of the agent's pod, or of the sandbox. */
function registryOf({ registry }: SmokeCommandOptions): string | undefined {
  return registry ?? process.env[registryVariable];
}

/** The registry of the sandbox is reached as the person who deploys there, by an authority that Node has to know when it starts. */
async function environmentToBuildIn({
  stack,
  systems,
  images,
  ...options
}: SmokeCommandOptions): Promise<Readonly<Record<string, string>> | undefined> {
  const allGiven = systems.length > 0 && systems.every((os) => images[os] !== undefined);
  if (isOutside(options) || allGiven) return undefined;
  const known = await sandboxRegistry(stack ?? defaultStack);
  return known === undefined || process.env[registryVariable] === known.id
    ? undefined
    : { ...known.environment, [registryVariable]: known.id };
}

/** What a person can act on: the cluster refuses, or does not answer. */
function clusterError(error: unknown): UserError | undefined {
  if (error instanceof ApiException) {
    return new UserError(`The cluster refuses a request of the check (HTTP ${error.code}): ${String(error.body)}`);
  }
  // The client library's own kind of error for a connection that fails.
  return error instanceof Error && error.name === "FetchError"
    ? new UserError(`The cluster does not answer: ${error.message}`)
    : undefined;
}

/** A line each time that there is something else to say. */
function progressPrinter(): (message: string) => void {
  let last = "";
  return (message) => {
    if (message !== last) console.error(`${new Date().toLocaleTimeString("en-GB")}  ${message}`);
    last = message;
  };
}
