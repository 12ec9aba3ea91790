import { ApiException } from "@kubernetes/client-node";
import type { AgentOs } from "../../plan/fleetPlan";
import { sandboxPaths } from "../../sandbox/paths";
import { runningServer } from "../../sandbox/serverFile";
import { UserError } from "../userError";
import { contextAccess } from "./contextAccess";
import { performSmoke } from "./performSmoke";
import { sandboxAccess } from "./sandboxAccess";
import type { SmokeAccess } from "./smokeAccess";
import { smokeImages } from "./smokeImages";
import { renderReport } from "./smokeReport";

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
  const interruption = new AbortController();
  const hurry = new AbortController();
  const interrupt = () => (interruption.signal.aborted ? hurry : interruption).abort();
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  const { signal } = interruption;
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
        imageOf: smokeImages({ ...options, progress, signal }),
        progress,
        notice: (message) => console.error(message),
        signal,
        hurry: hurry.signal,
      },
    );
    console.log(options.json ? JSON.stringify(report, undefined, 2) : renderReport(report));
    process.exitCode = report.totals.failed > 0 ? 1 : 0;
  } catch (error) {
    if (!signal.aborted) throw clusterError(error) ?? error;
    process.exitCode = 130;
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}

/** A cluster is never taken because it happens to be the current context: the check creates things in it. */
async function accessOf({ stack, context, kubeconfig, port }: SmokeCommandOptions): Promise<SmokeAccess> {
  const outside = context !== undefined || kubeconfig !== undefined;
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
  return sandboxAccess(paths, server, stack ?? "dev", port);
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
